import "server-only";
import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { db } from "@/db/client";
import {
  type Answering,
  findWebPageById,
  listSameTexts,
  type PageText,
  updateWebPage,
  type WebPageRow,
} from "@/db/queries/search/pages";
import type { Actor } from "@/lib/auth/actor";
import { Batcher } from "@/lib/batch";
import { WEB_PAGE_PURPOSE, WEB_SETS } from "@/lib/config/web-kinds";
import { AppError } from "@/lib/errors/errors";
import { keepUnowned } from "@/lib/files/unowned";
import { log } from "@/lib/log";
import { declaredEncoding } from "@/lib/parsing/inspect";
import { parseBytes, type ReadBytes, readingOptions } from "@/lib/parsing/parse";
import { embedSet } from "@/lib/retrieval/build";
import { cutText, segmentVersion } from "@/lib/retrieval/ingest";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";
import { cut } from "@/lib/text/storable";
import { visibleLine } from "@/lib/text/visible";
import type { LoadedPage, LoadFailure } from "./load";
import { PAGE_READING, pageName } from "./page-text";
import { type Wall, wallOf } from "./refusals";
import { letAnswer, type Stored, storeSnapshot } from "./storing";

const TITLE_MAX = 300;
/** Of the bytes, what tells their encoding. */
const HEAD_BYTES = 65_536;
/** So many are cut in one go and written with the snapshot, some fifty slices; of longer texts each stretch is written by itself. */
const SHORT_CHARACTERS = 60_000;
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
  | { kind: "found"; page: WebPageRow; isChanged: boolean }
  /** It says what that page says. */
  | { kind: "copy"; of: WebPageRow }
  | LoadFailure;

/** Pages that are looked at in the same moment are asked for together. */
const sameTexts = new Batcher((pages: PageText[]) => listSameTexts(db(), pages), { most: 50 });

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
  const { page, html, head } = loaded;
  const bytes = Buffer.from(page.bytes.buffer, page.bytes.byteOffset, page.bytes.byteLength);
  const state = {
    ...{ etag: page.etag, modified: page.modified },
    bytesHash: createHash("sha256").update(bytes).digest("hex"),
  };
  const same = async (): Promise<KeptPage> => {
    const patch = { ...state, status: "found" as const, failure: null, failures: 0, checkedAt: new Date() };
    await updateWebPage(db(), row.id, patch);
    return { kind: "found", page: { ...row, ...patch }, isChanged: false };
  };
  if (row.versionId && row.bytesHash === state.bytesHash) return same();
  const read = await readWords(loaded, keeping.signal);
  if ("kind" in read) return read;
  const { index, pieces } = read.found;
  const hash = createHash("sha256");
  for (const { text } of pieces) hash.update(text);
  const textHash = hash.digest("hex");
  const wall = head && wallOf({ html, head, characters: index.characters, asked, url: page.url });
  if (wall) return WALLS[wall];
  if (row.versionId && row.textHash === textHash) return same();
  const { id, host } = row;
  const text = keeping.joinsCopies && index.characters >= COPY_CHARACTERS ? { id, host, textHash } : null;
  const copyId = text && (await sameTexts.add(text));
  const copy = copyId && (await findWebPageById(db(), copyId));
  if (copy) return { kind: "copy", of: copy };
  const title = cut(visibleLine(index.title || head?.title || "", " "), TITLE_MAX);
  const said = { ...state, textHash, size: bytes.length, language: index.language, title };
  const became = await store(row, { loaded, bytes, read, said, text, keeping });
  if (became && typeof became === "object") {
    const now = new Date();
    const found = { status: "found" as const, failure: null, failures: 0, fetchedAt: now, checkedAt: now };
    return { kind: "found", page: { ...row, ...became, ...found }, isChanged: true };
  }
  const other = became && (await findWebPageById(db(), became));
  if (other) return { kind: "copy", of: other };
  // Somebody else was first; what they kept counts.
  return { kind: "found", page: (await findWebPageById(db(), row.id)) ?? row, isChanged: false };
}

type Said = Omit<Answering, "pageId" | "fileId" | "versionId" | "setId">;

interface Storing {
  loaded: LoadedPage;
  bytes: Buffer;
  read: Read;
  said: Said;
  text: PageText | null;
  keeping: Keeping;
}

/** Stores a snapshot and lets it answer. The page that says the same, where one was kept meanwhile; null: somebody kept this one. */
async function store(
  row: WebPageRow,
  { loaded, bytes, read, said, text, keeping }: Storing,
): Promise<Answering | string | null> {
  const { signal, vectors } = keeping;
  const { index, pieces } = read.found;
  const readPiece = async (number: number) => {
    const piece = pieces[number];
    if (!piece) throw new Error(`piece ${number} is missing`);
    return piece;
  };
  const cutting = { index, readPiece, segmentation: READING_SEGMENTATION, signal };
  const isShort = index.characters <= SHORT_CHARACTERS;
  const own = isShort ? { ...(await cutText(cutting)), setId: v7() } : null;
  const file = { fileId: row.fileId, name: pageName(loaded.page, loaded.html), purpose: WEB_PAGE_PURPOSE, bytes };
  let copyOf: string | null = null;
  const stored = await keepUnowned(file, async (kept) => {
    const written = await read.found.keep(kept.storageKey);
    const { fileId, versionId } = kept;
    const answer = own && !vectors ? { pageId: row.id, fileId, versionId, setId: own.setId, ...said } : null;
    let became: Stored = "late";
    try {
      became = await storeSnapshot({
        ...{ page: row, stored: kept, format: loaded.format, encoding: read.encoding ?? null },
        ...{ index: written.index, cut: own, answer },
        // One that does not answer yet may turn out to be a copy itself.
        text: answer && text,
      });
      if (typeof became === "object") copyOf = became.copyOf;
      return became === "kept" ? { fileId, versionId, answer } : null;
    } finally {
      if (became !== "kept") await written.pieces.remove();
    }
  });
  if (!stored) return copyOf;
  if (stored.answer) return stored.answer;
  const { fileId, versionId } = stored;
  const setId = own?.setId ?? (await segmentVersion({ ...cutting, versionId, owner: WEB_SETS })).setId;
  if (vectors) {
    // Words find it all the same.
    await embedSet({ setId, ...vectors, signal }).catch((err: unknown) => {
      signal.throwIfAborted();
      log().warn({ err, versionId }, "page could not be embedded; found by words only");
    });
  }
  const answer = { pageId: row.id, fileId, versionId, setId, ...said };
  return (await letAnswer(answer, text)) ?? answer;
}

interface Read {
  found: ReadBytes;
  encoding: string | undefined;
}

/** The words of a page; why there are none. */
async function readWords({ page, format, head }: LoadedPage, signal: AbortSignal): Promise<Read | LoadFailure> {
  const fields = new Map(page.charset ? [["charset", page.charset] as const] : []);
  const encoding = declaredEncoding({ head: page.bytes.subarray(0, HEAD_BYTES), fields }, format);
  const options = await readingOptions(encoding);
  try {
    const turn = { owner: null, isQuick: true, limit: PAGE_READING.ms };
    return { found: await parseBytes(page.bytes, { format, signal, options, ...turn }), encoding };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    const isEmpty = error.key === "documentEmpty" && head !== null && head.scripts > 0;
    return isEmpty ? WALLS.scripts : { kind: "failed", status: "failed", failure: error.key };
  }
}
