"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { MCP_TOOLS_MAX } from "@/lib/config/tool-kinds";
import type { ApiOperationDto } from "@/lib/features/tools/own-dto";
import { OperationDetails } from "./operation-details";

/** So many are drawn at once; the search finds the others. */
const SHOWN = 100;
const VIEWS = ["all", "picked", "changed"] as const;
type View = (typeof VIEWS)[number];

const TONE = { new: "success", changed: "primary", removed: "danger" } as const;
const textOf = ({ id, path, method, summary, tag }: ApiOperationDto) =>
  [id, method, path, summary, tag].join("\n").toLowerCase();
const isChanged = ({ state }: ApiOperationDto) => state !== null && state !== "same";

interface OperationListProps {
  operations: readonly ApiOperationDto[];
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** Operations of a description to choose from, by tag; beside own tools with what became of each. */
export function OperationList({ operations, picked, onPick }: OperationListProps) {
  const t = useTranslations("tools-own.operation");
  const [keyword, setKeyword] = useState("");
  const [view, setView] = useState<View>("all");
  const isCompared = operations.some(({ state }) => state !== null);
  const word = keyword.trim().toLowerCase();
  const isIn: Record<View, (one: ApiOperationDto) => boolean> = {
    all: () => true,
    picked: ({ id }) => picked.has(id),
    changed: isChanged,
  };
  const fitting = operations.filter((one) => isIn[view](one) && textOf(one).includes(word));
  const shown = fitting.slice(0, SHOWN);
  const groups = Map.groupBy(shown, ({ tag }) => tag);
  const pick = (ids: readonly string[], isPicked: boolean) => {
    const next = new Set(picked);
    for (const id of ids) {
      if (isPicked) next.add(id);
      else next.delete(id);
    }
    onPick(next);
  };
  const countOf = (one: View) => operations.filter(isIn[one]).length;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput label={t("search")} value={keyword} onChange={setKeyword} className="min-w-0 max-w-90 flex-1" />
        <Segmented
          aria-label={t("all")}
          value={view}
          onValueChange={setView}
          options={VIEWS.filter((one) => one !== "changed" || isCompared).map((value) => ({
            value,
            label: (
              <>
                {t(value)} <span className="tnum text-fg-3 text-xs">{countOf(value)}</span>
              </>
            ),
          }))}
        />
        <span role="status" className="tnum text-fg-3 text-xs">
          {t("count", { count: picked.size, max: MCP_TOOLS_MAX })}
        </span>
      </div>
      <div className="overflow-hidden rounded-md border">
        {[...groups].map(([tag, members]) => (
          <OperationGroup key={tag} tag={tag} members={members} picked={picked} onPick={pick} />
        ))}
        {fitting.length > shown.length && (
          <p className="border-t px-3 py-2 text-fg-3 text-xs">{t("more", { count: fitting.length - shown.length })}</p>
        )}
        {fitting.length === 0 && <p className="px-3 py-2 text-fg-3 text-xs">{t("none")}</p>}
      </div>
    </div>
  );
}

interface OperationGroupProps {
  tag: string;
  members: readonly ApiOperationDto[];
  picked: ReadonlySet<string>;
  onPick: (ids: readonly string[], isPicked: boolean) => void;
}

function OperationGroup({ tag, members, picked, onPick }: OperationGroupProps) {
  const t = useTranslations("tools-own.operation");
  const id = useId();
  const name = tag || t("noTag");
  const open = members.filter(({ state }) => state !== "removed").map((one) => one.id);
  const count = open.filter((one) => picked.has(one)).length;
  return (
    <section aria-labelledby={id} className="not-first:border-t">
      <header className="flex min-h-9 items-center gap-3 bg-subtle px-3">
        <Checkbox
          aria-label={t("tag", { name })}
          checked={count === 0 ? false : count === open.length ? true : "indeterminate"}
          onCheckedChange={(checked) => onPick(open, checked)}
        />
        <h3 id={id} className="min-w-0 flex-1 truncate font-semibold text-sm">
          {name}
        </h3>
        <span className="tnum text-fg-3 text-xs">
          {count} / {open.length}
        </span>
      </header>
      <ul>
        {members.map((operation) => (
          <OperationRow
            key={operation.id}
            operation={operation}
            isPicked={picked.has(operation.id)}
            onPick={(isPicked) => onPick([operation.id], isPicked)}
          />
        ))}
      </ul>
    </section>
  );
}

interface OperationRowProps {
  operation: ApiOperationDto;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}

function OperationRow({ operation, isPicked, onPick }: OperationRowProps) {
  const t = useTranslations("tools-own.operation");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { summary, method, path, readOnly, parameters, state } = operation;
  const isGone = state === "removed";
  return (
    <li className="border-t">
      <div className="flex items-start gap-3 px-3 py-2">
        <Checkbox
          id={id}
          checked={isPicked && !isGone}
          disabled={isGone}
          onCheckedChange={(checked) => onPick(checked)}
          className="mt-0.5"
        />
        <label htmlFor={id} className="min-w-0 flex-1">
          <span className={`block break-words font-medium text-sm ${isGone ? "line-through" : ""}`}>{summary}</span>
          <span className="block break-all font-mono text-fg-2 text-xs">
            {method} {path}
          </span>
        </label>
        <span className="flex flex-wrap items-center justify-end gap-1.5">
          {state !== null && state !== "same" && <Badge tone={TONE[state]}>{t(`state.${state}`)}</Badge>}
          {!readOnly && <Badge tone="warning">{t("writes")}</Badge>}
          <span className="text-fg-3 text-xs max-md:hidden">{t("parameters", { count: parameters.length })}</span>
        </span>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={t("details", { name: summary })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && <OperationDetails operation={operation} />}
    </li>
  );
}
