import "server-only";
import { AppError } from "@/lib/errors/errors";
import { runInChild } from "./pool";
import { withLocalBytes } from "./source";
import type { ConvertTask } from "./wire";

/** Milliseconds for one picture. */
const CONVERT_MS = 60_000;

interface Converted {
  /** Pixels of the picture itself. */
  width: number;
  height: number;
  /** In the order they were asked for. */
  forms: Buffer[];
}

/** A picture in other sizes and formats, drawn by a locked process. Throws documentBroken, documentTooBig, documentTimeout. */
export async function convertPicture(
  bytes: Uint8Array,
  wanted: ConvertTask["wanted"],
  { owner, signal }: { owner: string; signal?: AbortSignal },
): Promise<Converted> {
  const forms: Buffer[] = [];
  const { width, height } = await withLocalBytes(bytes, (path) =>
    runInChild(
      { type: "convert", path, format: "image", wanted },
      {
        signal,
        owner,
        isQuick: true,
        limit: CONVERT_MS,
        onMessage: (message) => {
          if (message.type === "page") forms[message.number] = Buffer.from(message.bytes);
        },
      },
    ),
  );
  if (wanted.some((_, index) => !forms[index])) throw new AppError("documentBroken");
  return { width, height, forms };
}
