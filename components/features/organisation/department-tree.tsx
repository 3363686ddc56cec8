"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Tree, type TreeProps } from "@/components/common/tree/tree";
import type { DepartmentDto } from "@/lib/features/organisation/dto";

type DepartmentTreeProps = Pick<
  TreeProps<DepartmentDto>,
  "label" | "selectedId" | "onSelect" | "keyword" | "excluded" | "className"
> & { departments: readonly DepartmentDto[] };

/** Departments with the people in them and below, to choose one. */
export function DepartmentTree({ departments, ...tree }: DepartmentTreeProps) {
  const t = useTranslations("organisation.departments");
  const format = useFormatter();
  return (
    <Tree
      {...tree}
      nodes={departments}
      empty={<p className="px-2 py-3 text-fg-3 text-sm">{t("none")}</p>}
      name={({ node }) =>
        node.status === "disabled" ? (
          <span className="text-fg-3">
            {node.name}
            <span className="ml-1.5 font-normal text-xs">{t("off")}</span>
          </span>
        ) : (
          node.name
        )
      }
      end={({ node }) => (
        <span className="tnum shrink-0 font-normal text-fg-3 text-xs">{format.number(node.peopleBelow)}</span>
      )}
    />
  );
}
