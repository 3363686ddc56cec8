import "server-only";
import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertParsedVersion, storeReading } from "@/db/queries/parsing/parsing";
import { makeReady } from "@/db/queries/retrieval/retrieval";
import { findSameText, lockWebPage, retireSet, updateWebPage, type WebPageRow } from "@/db/queries/search/pages";
import type { Actor } from "@/lib/auth/actor";
import { WEB_PAGE_PURPOSE, WEB_SETS } from "@/lib/config/web-kinds";
import { AppError } from "@/lib/errors/errors";
import { keepUnowned } from "@/lib/files/unowned";
import { log } from "@/lib/log";
import { declaredEncoding } from "@/lib/parsing/inspect";
import { parseStored, readingOptions } from "@/lib/parsing/parse";
import type { PieceWriter, StoredIndex } from "@/lib/parsing/store";
import type { Piece } from "@/lib/parsing/types";
import { embedSet } from "@/lib/retrieval/build";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";
import { cut } from "@/lib/text/storable";
import { visibleLine } from "@/lib/text/visible";
import type { LoadedPage, LoadFailure } from "./load";
import { pageName } from "./page-text";
import { type Wall, wallOf } from "./refusals";

const TITLE_MAX = 300;
/** Of the bytes, what tells their encoding. */
const HEAD_BYTES = 65_536;
/** Shorter texts are the same by chance: they are no copies of each other. */
const COPY_CHARACTERS = 200;

const WALLS: Record<Wall, LoadFailure> = {
  challenge: { kind: "failed", status: "challenge", failure: "webPageChallenge" },
  limited: { kind: "failed", status: "limited", failure: "webPageLimited" },
  scripts: { kind: "failed", status: "scripts", failure: "webPageScripts" },
};

export interface Keeping {
  signal: AbortSignal;
  /** Whose vectors are bought, in which app; null: it is found by its words only. */
  vectors: { viewer: Actor; app: string } | null;
  /** A page that says the very same as another one of its host is that one. */
  joinsCopies: boolean;
}

export type KeptPage =
  | { kind: "found"; isChanged: boolean }
  /** It says what that page says. */
  | { kind: "copy"; of: WebPageRow }
  | LoadFailure;

/**
 * Keeps what a page says now as its snapshot (spec C4): a version of its file, read in the locked process, cut, and searchable
 * from then on. A page whose text is what it was gets no new version. `asked`: the address that led to it.
 */
export async function keepPage(
  row: WebPageRow,
  asked: string,
  loaded: LoadedPage,
  keeping: Keeping,
): Promise<KeptPage> {
  const { page } = loaded;
  const bytes = Buffer.from(page.bytes);
  const bytesHash = createHash("sha256").update(bytes).digest("hex");
  const state = { etag: page.etag, modified: page.modified, bytesHash };
  const same = async (): Promise<KeptPage> => {
    await updateWebPage(db(), row.id, { ...state, status: "found", failure: null, failures: 0, checkedAt: new Date() });
    return { kind: "found", isChanged: false };
  };
  if (row.versionId && row.bytesHash === bytesHash) return same();
  let instead: (() => Promise<KeptPage>) | null = null;
  const file = { fileId: row.fileId, name: pageName(page), purpose: WEB_PAGE_PURPOSE, bytes };
  const stored = await keepUnowned(file, async ({ versionId, fileId, storageKey, finish }) => {
    const read = await readStored(storageKey, loaded, keeping.signal);
    if ("kind" in read) {
      instead = async () => read;
      return null;
    }
    const { index, written, pieces, textHash } = read;
    let isOurs = false;
    try {
      const { html, head } = loaded;
      const wall = head && wallOf({ html, head, characters: index.characters, asked, url: page.url });
      const isSame = row.versionId !== null && row.textHash === textHash;
      const copy =
        keeping.joinsCopies && !wall && !isSame && index.characters >= COPY_CHARACTERS
          ? await findSameText(db(), { id: row.id, host: row.host, textHash })
          : null;
      if (wall) instead = async () => WALLS[wall];
      else if (isSame) instead = same;
      else if (copy) instead = async () => ({ kind: "copy", of: copy });
      if (instead) return null;
      isOurs = await db().transaction(async (tx) => {
        const locked = await lockWebPage(tx, row.id);
        // Somebody else was first; what they kept counts.
        if (locked?.fileId !== row.fileId) return false;
        await finish(tx);
        await insertParsedVersion(tx, versionId, loaded.format, read.encoding ?? null);
        await storeReading(tx, versionId, index);
        await updateWebPage(tx, row.id, { fileId });
        return true;
      });
      return isOurs ? { versionId, index, pieces, textHash } : null;
    } finally {
      if (!isOurs) await written.remove();
    }
  });
  if (instead) return (instead as () => Promise<KeptPage>)();
  if (!stored) return { kind: "found", isChanged: false };
  const { versionId, index, pieces, textHash } = stored;
  const setId = await makeSearchable({ versionId, index, pieces }, keeping);
  const now = new Date();
  await db().transaction(async (tx) => {
    const before = await lockWebPage(tx, row.id);
    await makeReady(tx, { id: setId, versionId, owner: WEB_SETS });
    if (before?.setId && before.setId !== setId) await retireSet(tx, before.setId);
    await updateWebPage(tx, row.id, {
      ...{ ...state, textHash, versionId, setId, size: bytes.length, language: index.language },
      title: cut(visibleLine(index.title || loaded.head?.title || "", " "), TITLE_MAX),
      ...{ status: "found", failure: null, failures: 0, fetchedAt: now, checkedAt: now },
    });
  });
  return { kind: "found", isChanged: true };
}

interface ReadBytes extends Pick<Read, "pieces"> {
  index: StoredIndex;
  written: PieceWriter;
  encoding: string | undefined;
  textHash: string;
}

/** The words of stored bytes; why there are none. */
async function readStored(
  storageKey: string,
  { page, format, head }: LoadedPage,
  signal: AbortSignal,
): Promise<ReadBytes | LoadFailure> {
  const fields = new Map(page.charset ? [["charset", page.charset] as const] : []);
  const encoding = declaredEncoding({ head: page.bytes.subarray(0, HEAD_BYTES), fields }, format);
  const hash = createHash("sha256");
  const pieces: Piece[] = [];
  const onPiece = (piece: Piece) => {
    pieces.push(piece);
    hash.update(piece.text);
  };
  const options = await readingOptions(encoding);
  const input = { storageKey, format, run: v7(), signal, options, owner: null, isQuick: true, onPiece };
  try {
    const { index, pieces: written } = await parseStored(input);
    return { index, written, pieces, encoding, textHash: hash.digest("hex") };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    const isEmpty = error.key === "documentEmpty" && head !== null && head.scripts > 0;
    return isEmpty ? WALLS.scripts : { kind: "failed", status: "failed", failure: error.key };
  }
}

interface Read {
  versionId: string;
  index: Parameters<typeof segmentVersion>[0]["index"];
  pieces: readonly Piece[];
}

async function makeSearchable({ versionId, index, pieces }: Read, { signal, vectors }: Keeping): Promise<string> {
  const { setId } = await segmentVersion({
    ...{ versionId, index, owner: WEB_SETS, segmentation: READING_SEGMENTATION, signal },
    readPiece: async (number) => {
      const piece = pieces[number];
      if (!piece) throw new Error(`piece ${number} is missing`);
      return piece;
    },
  });
  if (vectors) {
    // Words find it all the same.
    await embedSet({ setId, ...vectors, signal }).catch((err: unknown) => {
      signal.throwIfAborted();
      log().warn({ err, versionId }, "page could not be embedded; found by words only");
    });
  }
  return setId;
}
