import "server-only";
import { db } from "@/db/client";
import { addMessagePart } from "@/db/queries/conversation/messages";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { mediaType } from "@/lib/files/media-type";
import { keepFile } from "@/lib/files/upload";
import { log } from "@/lib/log";
import { egressFetch } from "@/lib/net/egress-fetch";
import type { FoundPicture } from "@/lib/stream/part-dto";
import { cut } from "@/lib/text/storable";
import { ToolFailure } from "@/lib/tools/types";
import { matchesHost } from "@/lib/web/domains";
import { searchWeb } from "@/lib/web/providers/search";
import type { PictureHit } from "@/lib/web/providers/types";
import { searchAnswer } from "./own-answer";
import { reachOf } from "./reach";
import { scopeOf } from "./searches";

/** Pictures shown, those asked for, bytes of one and milliseconds for all. */
const SHOWN = 8;
const ASKED = 16;
const BYTES_MAX = 3 * 1024 ** 2;
const WAIT_MS = 12_000;
const TITLE_MAX = 200;
const TYPES: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};

/**
 * Pictures a provider finds for the question of an answer, fetched and kept: the browser asks no other site (spec C8). Found
 * once. Throws notFound, picturesNone where there are none, searchUnavailable where nobody answers.
 */
export async function findPictures(
  actor: Actor,
  messageId: string,
  signal: AbortSignal,
): Promise<{ items: FoundPicture[] }> {
  const answer = await searchAnswer(actor, messageId);
  const known = answer.parts.find((part) => part.type === "pictures");
  if (known?.type === "pictures") return { items: known.pictures };
  const { allowed, asksProvider } = await reachOf(actor, await scopeOf(actor, answer.sessionId));
  if (!asksProvider) throw new AppError("picturesNone");
  const within = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const hits = await hitsFor(actor, answer.question, allowed, within);
  const items: FoundPicture[] = [];
  for (let at = 0; at < hits.length && items.length < SHOWN && !within.aborted; at += SHOWN) {
    const kept = await Promise.all(hits.slice(at, at + SHOWN).map((hit) => keep(actor, hit, within)));
    items.push(...kept.flatMap((one) => one ?? []));
  }
  if (items.length === 0) throw new AppError("picturesNone");
  const pictures = items.slice(0, SHOWN);
  await addMessagePart(db(), messageId, { type: "pictures", pictures });
  return { items: pictures };
}

async function hitsFor(actor: Actor, query: string, allowedHosts: readonly string[] | null, signal: AbortSignal) {
  try {
    const asked = { query, count: ASKED, language: "any", kind: "pictures", allowedHosts, signal } as const;
    const { hits } = await searchWeb({ ...asked, actor, app: APP.SEARCH });
    // The picture itself must lie in the domains as well, not only the page it stands on (spec C1).
    return hits.filter(({ pictureUrl }) => !allowedHosts || matchesHost(new URL(pictureUrl).hostname, allowedHosts));
  } catch (err) {
    if (!(err instanceof ToolFailure)) throw err;
    log().warn({ err }, "no provider found pictures");
    throw new AppError("searchUnavailable");
  }
}

/** Null for what is none of the kinds of pictures a browser shows, too large, or not to be had. */
async function keep(actor: Actor, hit: PictureHit, signal: AbortSignal): Promise<FoundPicture | null> {
  try {
    const limits = { policy: "user", maxBytes: BYTES_MAX, hops: 0 } as const;
    const response = await egressFetch(hit.pictureUrl, { headers: { accept: "image/*" }, signal }, limits);
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const ending = TYPES[await mediaType(bytes.subarray(0, 65_536))];
    if (!ending) return null;
    const { id: fileId } = await keepFile(actor, bytes, `picture.${ending}`, { purpose: "search-picture" });
    return { fileId, title: cut(hit.title, TITLE_MAX), address: hit.pageUrl };
  } catch (err) {
    log().info({ err }, "picture of the web not fetched");
    return null;
  }
}
