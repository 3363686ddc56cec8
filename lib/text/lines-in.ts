/** Lines of a text that comes as bytes, without their ends; longer ones are passed over, so that none fills the memory. */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>, charactersMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = "";
  let isTooLong = false;
  for await (const chunk of bytes) {
    const pieces = decoder.decode(chunk, { stream: true }).split("\n");
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        if (!isTooLong) yield line;
        [line, isTooLong] = ["", false];
      }
      if (isTooLong) continue;
      line += piece;
      if (line.length > charactersMax) [line, isTooLong] = ["", true];
    }
  }
  if (line && !isTooLong) yield line;
}
