"use client";

import { BaseChoice } from "@/components/features/knowledge/base-choice";
import { BaseShell } from "@/components/features/knowledge/base-shell";
import { CenterShell } from "@/components/features/knowledge/center-shell";
import type { FindingKind } from "@/lib/config/knowledge-kinds";
import {
  centerGoodAnswersHref,
  centerWrongQuestionsHref,
  goodAnswersHref,
  wrongQuestionsHref,
} from "@/lib/features/knowledge/paths";
import { FindingList } from "./finding-list";

const HREFS = { good: goodAnswersHref, wrong: wrongQuestionsHref } as const;
const CENTER_HREFS = { good: centerGoodAnswersHref, wrong: centerWrongQuestionsHref } as const;

interface BaseFindingsScreenProps {
  kind: FindingKind;
  baseId: string | null;
  /** Who looks, for "assigned to me". */
  viewerId: string;
  title: string;
}

/** Answers of a base that are worth keeping, or that something is wrong with. */
export function BaseFindingsScreen({ kind, baseId, viewerId, title }: BaseFindingsScreenProps) {
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={HREFS[kind]} />;
  return (
    <BaseShell baseId={baseId} tab={kind}>
      {(base) => <FindingList kind={kind} baseId={base.id} viewerId={viewerId} href={HREFS[kind](base.id)} />}
    </BaseShell>
  );
}

/** The same of all bases somebody sees. */
export function CenterFindingsScreen({ kind, viewerId }: { kind: FindingKind; viewerId: string }) {
  const path = "/knowledge-center/knowledge-center-setting/kb-center-update";
  const tab =
    kind === "good"
      ? (`${path}/center-high-quality-answer` as const)
      : (`${path}/center-wrong-question-collection` as const);
  return (
    <CenterShell tab={tab}>
      <FindingList kind={kind} baseId={null} viewerId={viewerId} href={CENTER_HREFS[kind]} />
    </CenterShell>
  );
}

/** The base whose good answers are to be seen. */
export function UpdateChoice({ title }: { title: string }) {
  return <BaseChoice title={title} right="manage" hrefOf={goodAnswersHref} />;
}
