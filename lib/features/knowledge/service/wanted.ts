import "server-only";
import { db } from "@/db/client";
import { findBaseState } from "@/db/queries/knowledge/bases";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";

/**
 * What is made for a base in the background asks before it buys anything: the base may have been deleted since it was begun,
 * or the person it is charged to may no longer change it. Throws knowledgeBaseDeleted, knowledgeRightGone.
 */
export async function assertBaseWanted(baseId: string, actor: Actor): Promise<void> {
  const state = await findBaseState(db(), subjectsOf(actor), baseId);
  if (!state || state.isDeleted) throw new AppError("knowledgeBaseDeleted");
  if (!state.mayManage) throw new AppError("knowledgeRightGone");
}
