import type { ReactNode } from "react";
import { AnswerFiling } from "@/components/features/knowledge/drafts/answer-filing";
import { Shell } from "@/components/layout/shell";
import { hasPermission } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export default async function Layout({ children }: { children: ReactNode }) {
  const actor = await currentActor();
  const mayFile = actor !== null && hasPermission(actor, P.KB_CHAT, P.KB_MANAGE);
  return <Shell kind="main">{mayFile ? <AnswerFiling>{children}</AnswerFiling> : children}</Shell>;
}
