import "server-only";
import { db, type Transaction } from "@/db/client";
import { findSubjects } from "@/db/queries/organisation/subjects";
import { replaceGrants } from "@/db/queries/permissions/grants";
import { AppError } from "@/lib/errors/errors";
import type { Grants, SubjectQuery } from "./grant-schema";

const SUBJECTS_SHOWN = 20;

/** People, roles and departments a word finds, to show a thing to. The caller has checked that the person may show one. */
export async function searchSubjects({ type, keyword = "", id }: SubjectQuery) {
  return { items: await findSubjects(db(), type, id ? { ids: [id] } : { keyword, limit: SUBJECTS_SHOWN }) };
}

/** Who may use a thing, or what of it is narrowed further. Throws invalidInput for a subject that does not exist. */
export async function grantTo(tx: Transaction, resource: { type: string; id: string }, grants: Grants): Promise<void> {
  await assertSubjects(tx, grants, "grants");
  await replaceGrants(tx, resource, grants);
}

/** Throws invalidInput, naming the field, for a subject that does not exist. */
export async function assertSubjects(tx: Transaction, grants: Grants, field: string): Promise<void> {
  for (const [type, named] of Map.groupBy(grants, ({ subjectType }) => subjectType)) {
    const ids = named.map(({ subjectId }) => subjectId);
    if ((await findSubjects(tx, type, { ids })).length < ids.length) {
      throw new AppError("invalidInput", { data: { fields: { [field]: "invalid" } } });
    }
  }
}
