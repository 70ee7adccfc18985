package crs

import "sync"

// held keeps every PROJ object from the garbage collector for the life of the program. go-proj frees an object as soon as Go has no
// use for it any more, which may be while a call into PROJ still reads it, and frees a context before the objects made in it: both
// end the process. A run makes a few dozen objects.
var held struct {
	sync.Mutex
	objects []any
}

func hold[T any](object T) T {
	held.Lock()
	defer held.Unlock()
	held.objects = append(held.objects, object)
	return object
}
