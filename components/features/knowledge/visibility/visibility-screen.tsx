"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PanelState } from "@/components/common/query-state";
import { editedBaseQuery } from "@/lib/features/knowledge/hooks";
import { visibilityHref } from "@/lib/features/knowledge/paths";
import { BaseChoice } from "../base-choice";
import { BaseShell } from "../base-shell";
import { PersonCheck } from "./person-check";
import { ReachList } from "./reach-list";
import { VisibilityForm } from "./visibility-form";

/** Whom a base reaches and why, and the change of it. Without a base, the choice of one. */
export function VisibilityScreen({ baseId }: { baseId: string | null }) {
  const t = useTranslations("knowledge.reach");
  if (!baseId) return <BaseChoice title={t("title")} right="manage" hrefOf={visibilityHref} />;
  return (
    <BaseShell baseId={baseId} tab="visibility">
      {() => (
        <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
          <section
            aria-label={t("change")}
            className="shrink-0 space-y-6 border-b p-4 md:p-5 lg:order-2 lg:w-100 lg:overflow-y-auto lg:border-b-0 lg:border-l"
          >
            <Change baseId={baseId} />
            <PersonCheck baseId={baseId} />
          </section>
          <ReachList baseId={baseId} />
        </div>
      )}
    </BaseShell>
  );
}

function Change({ baseId }: { baseId: string }) {
  const query = useQuery(editedBaseQuery(baseId));
  return query.data ? <VisibilityForm base={query.data} /> : <PanelState query={query} />;
}
