import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { removeStaleEmbeddings } from "@/db/queries/retrieval/retrieval";
import { defineJob } from "@/lib/jobs/define";

const DAY = 86_400_000;
/** An embedding nobody asked for so long is bought anew should it be wanted, days. */
const EMBEDDING_DAYS = 90;

export const sweepEmbeddings = defineJob({
  name: "documents.sweep-embeddings",
  payload: z.object({}),
  attempts: 1,
  schedule: "40 3 * * *",
  run: () => removeStaleEmbeddings(db(), new Date(Date.now() - EMBEDDING_DAYS * DAY)),
});
