"use client";

import { Columns3, List, RefreshCw, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useWhen } from "@/components/common/use-moments";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { Spinner } from "@/components/ui/spinner";
import type { GapBoardDto } from "@/lib/features/knowledge-operations/gap-dto";
import type { GapBoardState } from "@/lib/features/knowledge-operations/gap-filter";

interface GapToolbarProps {
  state: GapBoardState;
  board: GapBoardDto | undefined;
  keyword: string;
  onKeyword: (keyword: string) => void;
  onChange: (patch: Partial<GapBoardState>) => void;
  onFind: () => void;
  onStopFinding: () => void;
}

const DAYS = ["7", "30", "90"] as const;
const ALL = "all";

/** What the board is narrowed to, and when its questions were grouped. */
export function GapToolbar({ state, board, keyword, onKeyword, onChange, onFind, onStopFinding }: GapToolbarProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const all = { value: ALL, label: t("filter.all") };
  const named = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const narrow = (patch: Partial<GapBoardState>) => onChange({ ...patch, page: 1 });
  const idOf = (value: string) => (value === ALL ? undefined : value);
  return (
    <ListToolbar
      search={t("search")}
      keyword={keyword}
      onKeyword={onKeyword}
      end={<Found board={board} onFind={onFind} onStop={onStopFinding} />}
    >
      <Segmented
        aria-label={t("view.label")}
        value={state.view}
        onValueChange={(view) => onChange({ view })}
        options={[
          { value: "board", label: <ViewLabel icon={Columns3} text={t("view.board")} /> },
          { value: "list", label: <ViewLabel icon={List} text={t("view.list")} /> },
        ]}
        className="max-md:hidden"
      />
      <FilterMenu
        label={t("filter.base")}
        value={state.baseId ?? ALL}
        options={[{ value: ALL, label: t("filter.allBases") }, ...named(board?.bases)]}
        onChange={(value) => narrow({ baseId: idOf(value) })}
      />
      <FilterMenu
        label={t("filter.days")}
        value={state.days}
        options={DAYS.map((value) => ({ value, label: t(`filter.day${value}`) }))}
        onChange={(days) => narrow({ days: days as GapBoardState["days"] })}
      />
      <FilterMenu
        label={t("filter.department")}
        value={state.departmentId ?? ALL}
        options={[all, ...named(board?.departments)]}
        onChange={(value) => narrow({ departmentId: idOf(value) })}
      />
      <FilterMenu
        label={t("filter.owner")}
        value={state.ownerId ?? ALL}
        options={[
          all,
          { value: "me", label: t("filter.me") },
          { value: "none", label: t("filter.none") },
          ...named(board?.owners),
        ]}
        onChange={(value) => narrow({ ownerId: idOf(value) })}
      />
    </ListToolbar>
  );
}

function ViewLabel({ icon: Icon, text }: { icon: typeof List; text: string }) {
  return (
    <>
      <Icon aria-hidden size={14} strokeWidth={1.75} />
      {text}
    </>
  );
}

function Found({ board, onFind, onStop }: Pick<GapToolbarProps, "board" | "onFind"> & { onStop: () => void }) {
  const t = useTranslations("knowledge-operations-gaps.found");
  const when = useWhen();
  if (!board) return null;
  const { finding, foundAt, mayFind } = board;
  if (finding) {
    return (
      <span role="status" className="flex items-center gap-2 text-fg-2 text-xs">
        <Spinner size={13} />
        {finding.total > 0 ? t("running", finding) : t("waiting")}
        {mayFind && <IconButton icon={Square} size={32} label={t("stop")} onClick={onStop} />}
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1 text-fg-3 text-xs">
      {foundAt ? t("at", { at: when(foundAt) }) : t("never")}
      {mayFind && <IconButton icon={RefreshCw} size={32} label={t("now")} onClick={onFind} />}
    </span>
  );
}
