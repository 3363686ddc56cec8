import "server-only";
import { db } from "@/db/client";
import {
  findFileOfVersion,
  listCandidates,
  listUnsketched,
  replaceAlike,
  saveSketch,
} from "@/db/queries/knowledge/alike";
import { log } from "@/lib/log";
import { readIndex, readPiece } from "@/lib/parsing/store";
import { LEADS, likeness, Sketcher } from "@/lib/text/sketch";

/**
 * From here on two texts are told as nearly the same. A figure, a sentence or a paragraph that was changed leaves 0.9 and
 * more; two fillings of one printed form have less than a half in common (tests/unit/text/sketch).
 */
export const ALIKE = 0.8;
/** Files that are compared with a new one, and those of them that are kept. */
const CANDIDATES = 200;
const KEPT = 10;

/** Looks for files whose text is nearly that of a version (spec F6), and keeps what it finds. Bounded for texts of any length. */
export async function findAlike(versionId: string, baseId: string, signal: AbortSignal): Promise<void> {
  const sketch = await sketchOf(versionId, signal);
  const file = sketch && (await findFileOfVersion(db(), baseId, versionId));
  if (!file) return;
  const leads = leadsOf(sketch);
  const candidates =
    leads.length > 0
      ? await listCandidates(db(), { fileId: file.id, leads, sha256: file.sha256, limit: CANDIDATES })
      : [];
  const found = candidates
    .map(({ sketch: other, ...one }) => ({ ...one, likeness: likeness(sketch, unpacked(other)) }))
    .filter((one) => one.likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, KEPT)
    .map(({ id, versionId: other, likeness }) =>
      // Ids of versions tell which text came later: that one is flagged, also where the older was read anew.
      other > versionId ? { fileId: id, otherId: file.id, likeness } : { fileId: file.id, otherId: id, likeness },
    );
  await db().transaction((tx) => replaceAlike(tx, file.id, found));
}

/** Files one run of the clock looks at, and milliseconds after which it leaves the others to the next. */
const AT_ONCE = 500;
const RUN_MS = 20_000;

/**
 * Files that were read before near copies were looked for get theirs, the oldest first, some at a time: one that was done has
 * its sketch and is not taken again. Answers how many were done.
 */
export async function findEarlierAlike(signal: AbortSignal): Promise<number> {
  const until = Date.now() + RUN_MS;
  const rows = await listUnsketched(db(), AT_ONCE);
  let done = 0;
  for (const { versionId, baseId } of rows) {
    if (signal.aborted || Date.now() > until) break;
    try {
      await findAlike(versionId, baseId, signal);
      done += 1;
    } catch (err) {
      // A part of it is lost, and it is read again when it is next needed.
      if (!signal.aborted) log().warn({ err, versionId }, "not compared with other files");
    }
  }
  return done;
}

/** Of a version's text, made anew each time: another reading of it may have other words. Null where it was not read. */
async function sketchOf(versionId: string, signal: AbortSignal): Promise<Uint32Array | null> {
  const index = await readIndex(versionId);
  if (!index) return null;
  const sketcher = new Sketcher();
  for (const { number } of index.pieces) {
    signal.throwIfAborted();
    sketcher.add((await readPiece(versionId, number))?.text ?? "");
  }
  const sketch = sketcher.sketch();
  await saveSketch(db(), { versionId, leads: leadsOf(sketch), sketch: Buffer.from(sketch.buffer) });
  return sketch;
}

/** As the database has whole numbers: with a sign. */
const leadsOf = (sketch: Uint32Array): number[] => [...sketch.slice(0, LEADS)].map((hash) => hash | 0);
/** A copy, because bytes of a row may lie anywhere in memory. */
const unpacked = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);
