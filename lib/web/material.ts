import "server-only";
import { db } from "@/db/client";
import { listFoundPages } from "@/db/queries/search/found-pages";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import { type FoundSlices, fitting, foundMaterial } from "@/lib/grounding/found";
import type { GroundedMaterial } from "@/lib/grounding/material";
import { readIndexOf } from "@/lib/parsing/store";
import type { Stretched } from "@/lib/retrieval/context";

/** A slice of a stored page. */
export interface PageSlice {
  hit: Stretched & { versionId: string; setId: string };
  page: { title: string; fetchedAt: Date };
}

/** What a model reads of pages: the best slices that fit, a page's in the order of its text. A page kept from the person says nothing. */
export async function pageMaterial(
  actor: Actor,
  passages: readonly PageSlice[],
  room: number,
): Promise<GroundedMaterial> {
  const versionIds = [...new Set(passages.map(({ hit }) => hit.versionId))];
  const rows = new Map((await listFoundPages(db(), readerOf(actor), versionIds)).map((row) => [row.versionId, row]));
  const readable = passages.filter(({ hit }) => rows.has(hit.versionId));
  const members = fitting(readable, room, ({ hit }) => [hit]);
  const found: FoundSlices[] = [];
  for (const [versionId, ofPage] of Map.groupBy(members, ({ hit }) => hit.versionId)) {
    const row = rows.get(versionId);
    const index = row?.run ? await readIndexOf(versionId, row.run) : null;
    if (!row || !index) continue;
    const { page, hit } = ofPage[0]!;
    const { fileId, format, tokens } = row;
    const source = { fileId, versionId, name: page.title, format, setId: hit.setId, tokens };
    found.push({ source, index, date: page.fetchedAt, slices: ofPage.map(({ hit }) => hit) });
  }
  return foundMaterial(found);
}
