import "server-only";
import type { PassThrough } from "node:stream";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipEntry {
  /** Path inside the archive: folders by slashes. What leads out of it is made harmless here. */
  name: string;
  content: string | Uint8Array | Readable;
  /** As it is: its bytes are packed already. */
  isPacked?: boolean;
}

/** A zip archive as it is made: what lies in memory is a piece of one entry. An entry that cannot be read breaks it off. */
export function zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const fail = (error: unknown) => output.destroy(error as Error);
  zip.on("error", fail);
  fill(zip, output, entries).catch(fail);
  return output;
}

async function fill(zip: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>) {
  for await (const { name, content, isPacked } of entries) {
    const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
    // Whoever takes the archive may go away in the middle of it.
    const leave = () => source.destroy();
    output.once("close", leave);
    if (output.destroyed) leave();
    zip.addReadStream(source, pathOf(name), { compress: !isPacked });
    await finished(source);
    output.off("close", leave);
  }
  zip.end();
}

function pathOf(name: string): string {
  const parts = name.split("/").filter((part) => part !== "");
  return parts.map((part) => (/^\.+$/.test(part) ? "_" : part.replace(/[\\:]/g, "_"))).join("/");
}
