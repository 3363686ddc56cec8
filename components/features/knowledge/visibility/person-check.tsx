"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/common/query-state";
import { SearchPicker } from "@/components/common/search-picker";
import type { Choice } from "@/lib/client/choices";
import { reachOneQuery, subjectChoices } from "@/lib/features/knowledge/hooks";
import { Reasons } from "./reasons";

/** One person by name: why they can use the base, or everything that keeps them from it. */
export function PersonCheck({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge.reach");
  const [person, setPerson] = useState<Choice | null>(null);
  return (
    <section aria-label={t("check")} className="space-y-3 border-t pt-5">
      <SearchPicker
        label={t("check")}
        placeholder={t("search")}
        value={person}
        source={subjectChoices("user")}
        onChange={setPerson}
      />
      {person && <Answer key={person.id} baseId={baseId} userId={person.id} name={person.name} />}
    </section>
  );
}

function Answer({ baseId, userId, name }: { baseId: string; userId: string; name: string }) {
  const t = useTranslations("knowledge.reach");
  const query = useQuery(reachOneQuery(baseId, userId));
  const { data } = query;
  if (!data) return <QueryState query={query} className="h-16" />;
  const Icon = data.reaches ? CircleCheck : CircleX;
  return (
    <div role="status" className="rounded-md border px-3 py-2.5">
      <p className="flex items-center gap-1.5 font-medium text-sm">
        <Icon aria-hidden size={16} className={data.reaches ? "text-success-ink" : "text-danger-ink"} />
        {t(data.reaches ? (data.mayManage ? "manages" : "can") : "cannot", { name })}
      </p>
      {data.obstacles.length > 0 && (
        <ul className="mt-1.5 list-disc space-y-0.5 pl-5 text-fg-2 text-xs">
          {data.obstacles.map((obstacle) => (
            <li key={obstacle}>{t(`obstacle.${obstacle}`)}</li>
          ))}
        </ul>
      )}
      {data.reasons.length > 0 && (
        <div className="mt-1.5">
          <p className="text-fg-3 text-xs">{t(data.reaches ? "because" : "otherwise")}</p>
          <Reasons person={data} />
        </div>
      )}
    </div>
  );
}
