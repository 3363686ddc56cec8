import "server-only";
import { db, engine } from "@/db/client";
import { removeStaleDescriptions } from "@/db/queries/retrieval/descriptions";
import { removeReplaced, removeStaleEmbeddings } from "@/db/queries/retrieval/retrieval";
import { defineJob } from "@/lib/jobs/define";
import { growGraphs } from "./graph";
import { indexWords } from "./index-words";
import { SPACE_BYTES } from "./set-index";

const DAY = 86_400_000;
/** What was bought of a model and nobody asked for so long is bought anew should it be wanted, days. */
const BOUGHT_DAYS = 90;

export const sweepEmbeddings = defineJob({
  name: "documents.sweep-embeddings",
  attempts: 1,
  schedule: "40 3 * * *",
  run: async () => {
    const before = new Date(Date.now() - BOUGHT_DAYS * DAY);
    await removeStaleEmbeddings(db(), before);
    await removeStaleDescriptions(db(), before);
  },
});

/** Longer than any search lasts. */
const REPLACED_MS = 30 * 60_000;

export const sweepReplacedSets = defineJob({
  name: "retrieval.sweep-replaced",
  attempts: 1,
  schedule: "11,41 * * * *",
  run: () => removeReplaced(db(), new Date(Date.now() - REPLACED_MS)),
});

/** Vectors of a dimension from which their graph is faster than an exact sort. */
const GRAPH_FROM = 10_000;

/** Postgres only: the embedded database has one worker for all, which a growing graph would hold up. */
export const graphSets = defineJob({
  name: "retrieval.graph",
  attempts: 1,
  schedule: "*/2 * * * *",
  run: async (_, { signal }) => {
    if (engine() === "postgres") await growGraphs({ from: GRAPH_FROM, signal });
  },
});

export const indexSets = defineJob({
  name: "retrieval.index",
  attempts: 1,
  schedule: "1-59/2 * * * *",
  run: (_, { signal }) => indexWords({ from: SPACE_BYTES, signal }),
});
