import { linesIn } from "@/lib/text/lines-in";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const linesOf = (text: string, size: number, most = 100) => Array.fromAsync(linesIn(inPieces(text, size), most));

it.each([1, 2, 3, 7, 1000])(
  "are the same in pieces of %d bytes, also where a piece ends inside of a character",
  async (size) => {
    expect(await linesOf("一行\nsecond 👩‍💻\n\nlast", size)).toEqual(["一行", "second 👩‍💻", "", "last"]);
    expect(await linesOf("ends\n", size)).toEqual(["ends"]);
    expect(await linesOf("", size)).toEqual([]);
  },
);

it.each([1, 7, 1000])("are passed over where they are too long, in pieces of %d bytes", async (size) => {
  expect(await linesOf(`short\n${"x".repeat(200)}\nnext\n${"y".repeat(200)}`, size)).toEqual(["short", "next"]);
});
