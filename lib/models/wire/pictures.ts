import "server-only";
import { request } from "undici";
import { AppError } from "@/lib/errors/errors";
import { assertAllowedUrl, egressAgent } from "@/lib/net/egress";
import { type PictureBytes, SupplierError } from "../types";
import { connectionError } from "./errors";
import { readBytes } from "./http";

// @exempt requests: pictures that suppliers answer by address, which has passed the check

/** One picture, bytes. */
export const PICTURE_MAX = 32_000_000;
const HOPS = 5;
const FETCH_MS = 60_000;

const SIGNATURES: readonly [string, (bytes: Buffer) => boolean][] = [
  ["image/png", (bytes) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ["image/gif", (bytes) => bytes.subarray(0, 4).toString("latin1") === "GIF8"],
  ["image/webp", (bytes) => bytes.subarray(8, 12).toString("latin1") === "WEBP"],
];

/** A picture by its content, whatever its sender called it; anything else is refused. */
export function pictureOf(bytes: Buffer): PictureBytes {
  const mediaType = SIGNATURES.find(([, matches]) => matches(bytes))?.[0];
  if (!mediaType) throw new SupplierError("supplierMalformed", { detail: "not a picture" });
  return { bytes, mediaType };
}

/** A picture in base64, with or without the head of a data address; one that is too large is refused unread. */
export function pictureOfText(text: unknown): PictureBytes {
  if (typeof text !== "string") throw new SupplierError("supplierMalformed", { detail: "no picture" });
  if (text.length > PICTURE_MAX * 1.4) throw new SupplierError("supplierMalformed", { detail: "picture too large" });
  return pictureOf(Buffer.from(text.replace(/^data:[^,]*,/, ""), "base64"));
}

/**
 * Fetches a picture a supplier answered by address. The address comes from outside, so it may not lead into our network
 * (egress policy `user`), it is checked again at each hop, and no key goes along.
 */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<PictureBytes> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  let next = address;
  try {
    for (let hop = 0; hop <= HOPS; hop++) {
      const url = assertAllowedUrl(next, "user");
      const { statusCode, headers, body } = await request(url, {
        signal: bounded,
        dispatcher: egressAgent(url, "user"),
      });
      body.on("error", () => undefined);
      if (statusCode === 200) return pictureOf(await readBytes(body, PICTURE_MAX));
      body.destroy();
      const location = [headers.location].flat()[0];
      if (statusCode < 300 || statusCode >= 400 || !location) break;
      next = new URL(location, url).href;
    }
  } catch (error) {
    throw error instanceof AppError ? new SupplierError("addressRefused") : connectionError(error);
  }
  throw new SupplierError("supplierMalformed", { detail: "picture not found" });
}
