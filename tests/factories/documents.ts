import { desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import type { DocumentFormat } from "@/db/schema/parsing";
import { parsedVersions } from "@/db/schema/parsing";
import { sliceSets } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { startReading } from "@/lib/ingestion/reading";
import { embedSet } from "@/lib/retrieval/build";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { makeFile } from "./files";
import type { Person } from "./people";

/** A file of a person that waits to be read. */
export async function makeDocumentFile(
  person: Person,
  name: string,
  bytes: string | Uint8Array,
  format: DocumentFormat,
) {
  const file = await makeFile(person.token, name, bytes);
  const [row] = await db().select({ id: files.currentVersionId }).from(files).where(eq(files.id, file.id));
  const versionId = row!.id!;
  await db().transaction((tx) => startReading(tx, { versionId, format, app: "document" }));
  const [version] = await db().select().from(fileVersions).where(eq(fileVersions.id, versionId));
  return { fileId: file.id, versionId, storageKey: version!.storageKey };
}

export async function parsedRow(versionId: string) {
  const [row] = await db().select().from(parsedVersions).where(eq(parsedVersions.versionId, versionId));
  return row!;
}

/** The last task that reads a version. */
export async function readingTask(versionId: string) {
  const [row] = await db()
    .select()
    .from(tasks)
    .where(eq(tasks.subject, versionId))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  return row!;
}

export interface Stages {
  segment: typeof segmentVersion;
  embed: typeof embedSet;
}

/** In the place of what retrieval does, which the test has mocked: small but real, one set a version. */
export function simpleStages(): Stages {
  const stages: Stages = {
    segment: async ({ versionId, index, readPiece, owner, segmentation, onProgress }) => {
      const id = v7();
      let length = 0;
      for (const { number } of index.pieces) length += (await readPiece(number)).text.length;
      await db().delete(sliceSets).where(eq(sliceSets.versionId, versionId));
      await db().insert(sliceSets).values({ id, versionId, owner, segmentation, sliceCount: 0 });
      await onProgress?.(50);
      return { setId: id, slices: 0, tokens: length };
    },
    embed: async () => undefined,
  };
  replaceStages(stages);
  return stages;
}

export function replaceStages({ segment, embed }: Stages): void {
  jest.mocked(segmentVersion).mockImplementation(segment);
  jest.mocked(embedSet).mockImplementation(embed);
}
