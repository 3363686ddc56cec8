import { db } from "@/db/client";
import { termsAcceptances, termsVersions } from "@/db/schema/terms";
import { invalidateSessions } from "@/lib/auth/session";
import { invalidateTerms } from "@/lib/features/terms/service/published";
import { beginTermsDraft, changeTermsDraft, publishTerms } from "@/lib/features/terms/service/versions";
import type { Person } from "./people";

/** Publishes a version the way the console does; its id. Everybody is asked with `mustAccept`: clear it afterwards. */
export async function publishVersion(by: Person, mustAccept: boolean, text = "text"): Promise<string> {
  const { id } = await beginTermsDraft(by.actor);
  const draft = { markdownZh: `${text} zh`, markdownEn: `${text} en`, noteZh: "改动", noteEn: "changes" };
  const { updatedAt } = await changeTermsDraft(by.actor, id, draft);
  await publishTerms(by.actor, id, { mustAccept, updatedAt });
  return id;
}

/** Terms ask everybody, so that no test leaves any behind. */
export async function clearTerms(): Promise<void> {
  await db().delete(termsAcceptances);
  await db().delete(termsVersions);
  invalidateTerms();
  invalidateSessions();
}
