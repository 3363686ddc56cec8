import "server-only";
import { reviewHits } from "@/db/schema/review";
import type { Owned } from "@/lib/owned/owned";

export const REVIEW_OWNED: Owned = {
  exempt: {
    people: [[reviewHits.userId, "who a rule held back; an audit record that ends after its days"]],
  },
};
