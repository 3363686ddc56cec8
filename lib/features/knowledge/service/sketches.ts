import "server-only";
import { db } from "@/db/client";
import { findFileOfVersion, listCandidates, replaceAlike, saveSketch } from "@/db/queries/knowledge/alike";
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
    .map(({ id, sketch: other }) => ({ otherId: id, likeness: likeness(sketch, unpacked(other)) }))
    .filter((one) => one.likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, KEPT);
  await db().transaction((tx) => replaceAlike(tx, file.id, found));
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
