package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
)

// maxMemoBytes bounds one memo text.
const maxMemoBytes = 1 << 24

var errNoMemo = errors.New("memo text is not there")

// dbfMemo is the file of long texts beside a table: .dbt (dBASE III, IV) or .fpt (FoxPro).
type dbfMemo struct {
	src       *window
	blockSize int64
	foxpro    bool
}

// openMemo opens the memo file; nil with a note when there is none.
func openMemo(files *shapefileParts, version byte, note func(where, what string)) *dbfMemo {
	if files.memo == nil {
		note(files.dbf.name, "the memo file (.dbt or .fpt) is missing; its texts are missing")
		return nil
	}
	m := &dbfMemo{src: newWindow(files.memo), blockSize: 512}
	head, err := m.src.bytes(0, 22)
	if err != nil || len(head) < 22 {
		note(files.memo.name, fmt.Sprintf("not a memo file: %d bytes; its texts are missing", files.memo.size))
		return nil
	}
	if m.foxpro = files.memo.ext() == ".fpt"; m.foxpro {
		m.blockSize = max(1, int64(binary.BigEndian.Uint16(head[6:])))
	} else if size := int64(binary.LittleEndian.Uint16(head[20:])); version&7 == 3 && version != 0x83 && size >= 64 {
		m.blockSize = size // dBASE IV says its block size, dBASE III has 512
	}
	return m
}

// text returns the text at a block, valid until the next call.
func (m *dbfMemo) text(block int64) ([]byte, error) {
	offset := block * m.blockSize
	if block <= 0 || offset+8 > m.src.size {
		return nil, errNoMemo
	}
	head, err := m.src.bytes(offset, 8)
	if err != nil {
		return nil, err
	}
	switch {
	case m.foxpro:
		return m.counted(offset+8, int64(binary.BigEndian.Uint32(head[4:])))
	case bytes.HasPrefix(head, []byte{0xff, 0xff, 0x08, 0x00}):
		return m.counted(offset+8, int64(binary.LittleEndian.Uint32(head[4:]))-8)
	}
	return m.terminated(offset)
}

// counted reads a text whose length is stated.
func (m *dbfMemo) counted(offset, length int64) ([]byte, error) {
	if length < 0 || length > maxMemoBytes || offset+length > m.src.size {
		return nil, errNoMemo
	}
	return m.src.bytes(offset, int(length))
}

// terminated reads a dBASE III text, which ends at a 0x1A.
func (m *dbfMemo) terminated(offset int64) ([]byte, error) {
	for n := int64(512); ; n *= 2 {
		n = min(n, m.src.size-offset)
		b, err := m.src.bytes(offset, int(n))
		if err != nil {
			return nil, err
		}
		if end := bytes.IndexByte(b, 0x1a); end >= 0 {
			return b[:end], nil
		}
		if n == m.src.size-offset || n > maxMemoBytes {
			return nil, errNoMemo
		}
	}
}

// memoBlock reads the block number of a memo field: ten digits, or four bytes in Visual FoxPro. 0 is no text.
func memoBlock(raw []byte) (block int64, ok bool) {
	if len(raw) == 4 {
		return int64(binary.LittleEndian.Uint32(raw)), true
	}
	raw = trimPadding(raw)
	if len(raw) == 0 {
		return 0, true
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 0 || n > 1<<32 {
		return 0, false
	}
	return n, true
}
