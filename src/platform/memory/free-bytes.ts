/** Frees the memory of bytes that nothing references any more. V8 is slow to account for memory outside its heap. At full
 *  load, month-long lists would make it mark the whole heap ten times a second, for at least 10 ms each time. */
export function freeBytes({ buffer, length }: Uint8Array) {
  // A shorter array shares its buffer with other arrays.
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
