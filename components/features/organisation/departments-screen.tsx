"use client";

import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { PanelState } from "@/components/common/query-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { departmentsQuery, exportDepartmentsFile } from "@/lib/features/organisation/hooks";

const DepartmentDrawer = lazy(() =>
  import("./department-drawer").then((module) => ({ default: module.DepartmentDrawer })),
);
const DepartmentTable = lazy(() =>
  import("./department-table").then((module) => ({ default: module.DepartmentTable })),
);

type Task = { department: DepartmentDto | null; parentId: string | null };

/** A command of a department that another area carries out. */
export interface DepartmentCommand {
  key: string;
  label: string;
  icon: LucideIcon;
  onSelect: (department: DepartmentDto) => void;
}

interface DepartmentsScreenProps {
  keyword: string;
  actions?: React.ReactNode;
  commands?: readonly DepartmentCommand[];
}

/** The organisation as a tree: order, move, merge, close. */
export function DepartmentsScreen({ keyword: first, actions, commands }: DepartmentsScreenProps) {
  const t = useTranslations("organisation.departments");
  const query = useQuery(departmentsQuery);
  const [keyword, setKeyword] = useState(first);
  const [task, setTask] = useState<Task | null>(null);
  const root = query.data?.find(({ parentId }) => parentId === null);
  const handleKeyword = (next: string) => {
    setKeyword(next);
    const address = next ? `?${new URLSearchParams({ q: next })}` : window.location.pathname;
    window.history.replaceState(null, "", address);
  };
  const handleCreate = (parentId: string | null) => setTask({ department: null, parentId });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        meta={query.data && t("count", { count: query.data.length })}
        actions={
          <>
            {actions}
            <Button variant="primary" icon={Plus} disabled={!root} onClick={() => handleCreate(root?.id ?? null)}>
              {t("create")}
            </Button>
          </>
        }
      />
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={handleKeyword}
        end={<ExportMenu onExport={exportDepartmentsFile} />}
      />
      {query.data ? (
        <LazyBoundary fallback={<PanelSkeleton />}>
          <DepartmentTable
            departments={query.data}
            keyword={keyword}
            more={commands}
            onEdit={(department) => setTask({ department, parentId: department.parentId })}
            onCreate={handleCreate}
            onClear={() => handleKeyword("")}
          />
        </LazyBoundary>
      ) : (
        <PanelState query={query} failed={t("failed")} />
      )}
      <LazyBoundary onFailure={() => setTask(null)}>
        {task && <DepartmentDrawer {...task} onClose={() => setTask(null)} />}
      </LazyBoundary>
    </>
  );
}
