"use client";

import { EmptyState } from "./empty-state";

type Key = "title" | "description" | `step${1 | 2 | 3}` | `step${1 | 2 | 3}Text`;

/** A screen that has nothing yet, with the three steps that fill it; `t` has the words of both. */
export function FirstSteps({ t }: { t: (key: Key) => string }) {
  const steps = ([1, 2, 3] as const).map((step) => ({ title: t(`step${step}`), description: t(`step${step}Text`) }));
  return <EmptyState title={t("title")} description={t("description")} steps={steps} />;
}
