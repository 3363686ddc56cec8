"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/common/empty-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Tree } from "@/components/common/tree/tree";
import { TreeRow, type TreeRowProps } from "@/components/common/tree/tree-row";
import { Button } from "@/components/ui/button";
import { carriedState, type TokensState, tokensPath } from "@/lib/features/reports/address";
import type { DepartmentNode } from "@/lib/features/reports/dto";
import { changeOf } from "@/lib/features/reports/figures";
import { departmentTreeQuery } from "@/lib/features/reports/hooks";
import { labelOf, NO_ID } from "@/lib/features/reports/label";
import { Cost } from "./cost";
import { type Format, useReportTexts } from "./format";

const FlatRow = (props: TreeRowProps) => <TreeRow {...props} flat />;

interface DepartmentTreeProps {
  state: TokensState;
  format: Format;
  onCalls: (departmentId: string) => void;
  onClear: () => void;
}

/** Departments as the tree was at the time of the calls: each by itself and with those below it. */
export function DepartmentTree({ state, format, onCalls, onClear }: DepartmentTreeProps) {
  const t = useReportTexts();
  const { data, isError, refetch } = useQuery(departmentTreeQuery(state, true));
  if (!data && isError) {
    return (
      <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
        {t("tree.failed")}
        <Button onClick={() => void refetch()}>{t("tree.again")}</Button>
      </div>
    );
  }
  if (!data) return <PanelSkeleton />;
  if (data.nodes.length === 0) return <EmptyState title={t("empty.title")} description={t("empty.description")} />;
  const nodes = data.nodes.map((node) => ({ ...node, name: labelOf(node, "department", t) }));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        aria-hidden
        className="flex h-9 shrink-0 items-center gap-6 border-b bg-subtle pr-6 pl-11 text-fg-3 text-sm max-md:hidden"
      >
        <span className="flex-1">{t("dimension.department")}</span>
        <span className="w-28 text-right">{t("tree.below")}</span>
        <span className="w-28 text-right">{t("tree.own")}</span>
        <span className="w-20 text-right">{t("column.change")}</span>
        <span className="w-20 text-right">{t("column.calls")}</span>
        <span className="w-24 text-right">{t("column.cost")}</span>
      </div>
      <Tree
        label={t("tokens.dept")}
        nodes={nodes}
        keyword={state.keyword}
        rowHeight={44}
        Row={FlatRow}
        onSelect={({ key }) => onCalls(key)}
        name={({ node }) =>
          node.removed || node.key === NO_ID ? (
            node.name
          ) : (
            <Link
              href={tokensPath("user", { ...carriedState(state), dept: node.key })}
              prefetch={false}
              tabIndex={-1}
              onClick={(event) => event.stopPropagation()}
              className="rounded-xs hover:text-primary-ink hover:underline"
            >
              {node.name}
            </Link>
          )
        }
        className="flex-1 px-3 md:px-4"
        empty={
          <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
            {t("tree.none")}
            <Button onClick={onClear}>{t("filter.clear")}</Button>
          </div>
        }
        end={({ node }) => <Figures node={node} format={format} />}
      />
    </div>
  );
}

function Figures({ node: { figures, own, tokensBefore }, format }: { node: DepartmentNode; format: Format }) {
  const t = useReportTexts();
  const change = changeOf(figures.tokens, tokensBefore);
  return (
    <div className="tnum flex shrink-0 items-center gap-6 text-right font-normal text-fg-2">
      <span className="w-28 text-fg max-md:w-auto">
        <span className="sr-only">{t("tree.below")}: </span>
        {format.whole(figures.tokens)}
      </span>
      <span className="w-28 max-md:hidden">
        <span className="sr-only">{t("tree.own")}: </span>
        {format.whole(own.tokens)}
      </span>
      <span className="w-20 max-md:hidden">
        <span className="sr-only">{t("column.change")}: </span>
        {change === null ? "–" : `${change > 0 ? "+" : change < 0 ? "−" : ""}${format.change(change)}`}
      </span>
      <span className="w-20 max-md:hidden">
        <span className="sr-only">{t("column.calls")}: </span>
        {format.whole(figures.calls)}
      </span>
      <span className="w-24 max-md:hidden">
        <span className="sr-only">{t("column.cost")}: </span>
        <Cost figures={figures} format={format} />
      </span>
    </div>
  );
}
