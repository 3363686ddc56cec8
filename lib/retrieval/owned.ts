import "server-only";
import {
  embeddingCache,
  pictureDescriptions,
  refusedSlices,
  sliceSets,
  sliceSigns,
  sliceVectors,
} from "@/db/schema/retrieval";
import type { Owned } from "@/lib/owned/owned";

export const RETRIEVAL_OWNED: Owned = {
  exempt: {
    models: [
      [sliceSets.embeddingModelId, "says what made the vectors; without that model the set is searched by words"],
      [sliceVectors.modelId, "belongs to its set, with the same reason"],
      [sliceSigns.modelId, "stands and goes with the vector it is of"],
      [refusedSlices.modelId, "says which model gave a slice no vector, as its set says which gave the others"],
      [embeddingCache.modelId, "a cache, which is filled again"],
      [pictureDescriptions.modelId, "says what described a picture; another model describes it anew"],
    ],
  },
};
