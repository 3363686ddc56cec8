"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { PoliciesDto, PolicyRowDto, RecordPolicy } from "@/lib/features/records/dto";
import { policiesQuery } from "@/lib/features/records/hooks";
import { PolicyForm } from "./policy-form";

/** Departments listed at once; a search finds the others. */
const SHOWN = 300;

interface PolicyDrawerProps {
  /** Opened for one department: its form at once. */
  departmentId?: string;
  onClose: () => void;
}

/** How long each department's conversations are kept, and who may delete and read them (spec B8). */
export function PolicyDrawer({ departmentId, onClose }: PolicyDrawerProps) {
  const t = useTranslations("records.policy");
  const query = useQuery(policiesQuery);
  const [chosenId, setChosenId] = useState(departmentId ?? null);
  const chosen = query.data?.items.find((row) => row.departmentId === chosenId);
  if (query.data?.canEdit && chosen) {
    const leave = () => (departmentId ? onClose() : setChosenId(null));
    return <PolicyForm key={chosen.departmentId} row={chosen} onDone={leave} onClose={onClose} />;
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} size="large">
        {query.data && <PolicyList policies={query.data} onPick={setChosenId} />}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function PolicyList({ policies, onPick }: { policies: PoliciesDto; onPick: (id: string) => void }) {
  const t = useTranslations("records.policy");
  const [keyword, setKeyword] = useState("");
  const word = keyword.trim().toLowerCase();
  const found = policies.items.filter(({ name }) => name.toLowerCase().includes(word));
  return (
    <div className="space-y-3">
      <p className="text-fg-3 text-sm">{t("intro")}</p>
      {!policies.canEdit && <p className="text-fg-3 text-sm">{t("readOnly")}</p>}
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} icon={undefined} maxLength={60} />
      {found.length === 0 && <p className="py-8 text-center text-fg-3 text-sm">{t("none")}</p>}
      {found.length > 0 && (
        <ul className="divide-y rounded-md border">
          {found.slice(0, SHOWN).map((row) => (
            <PolicyRow
              key={row.departmentId}
              row={row}
              isFlat={word !== ""}
              onPick={policies.canEdit ? () => onPick(row.departmentId) : undefined}
            />
          ))}
        </ul>
      )}
      {found.length > SHOWN && <p className="text-fg-3 text-xs">{t("tooMany", { count: SHOWN })}</p>}
    </div>
  );
}

interface PolicyRowProps {
  row: PolicyRowDto;
  /** A search shows no tree. */
  isFlat: boolean;
  onPick?: () => void;
}

function PolicyRow({ row, isFlat, onPick }: PolicyRowProps) {
  const t = useTranslations("records.policy");
  const line = (
    <>
      <span
        className="min-w-32 flex-1 truncate font-semibold"
        style={{ paddingLeft: isFlat ? 0 : Math.min(row.depth, 6) * 16 }}
      >
        {row.name}
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        <PolicyBadges policy={row.policy} />
      </span>
      <span className="w-36 truncate text-right text-fg-3 text-xs">
        {row.isOwn ? t("own") : row.fromName ? t("from", { name: row.fromName }) : t("default")}
      </span>
    </>
  );
  const className = "flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-left text-sm";
  return (
    <li>
      {onPick ? (
        <button type="button" onClick={onPick} className={`${className} -outline-offset-2 hover:bg-subtle`}>
          {line}
        </button>
      ) : (
        <div className={className}>{line}</div>
      )}
    </li>
  );
}

/** A policy in three words. */
function PolicyBadges({ policy }: { policy: RecordPolicy }) {
  const t = useTranslations("records.policy");
  const { retentionDays, mayDelete, adminAccess } = policy;
  return (
    <>
      <Badge>{retentionDays === null ? t("keeps") : t("keepsFor", { days: retentionDays })}</Badge>
      <Badge>{mayDelete ? t("mayDelete") : t("mayNotDelete")}</Badge>
      <Badge tone={adminAccess === "content" ? "warning" : "neutral"}>{t(`access.${adminAccess}`)}</Badge>
    </>
  );
}
