"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useDeferredValue, useState } from "react";
import { ColumnChoice } from "@/components/common/data-table/column-choice";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import type { UserDto } from "@/lib/features/organisation/dto";
import { NO_USER_FILTER, userQueryText } from "@/lib/features/organisation/filter";
import { exportUsersFile, orgKeys, type UserListFilter, usersQuery } from "@/lib/features/organisation/hooks";
import { DepartmentSide } from "./department-side";
import { type UserTask, useUserColumns } from "./use-user-columns";
import { UserBulkActions } from "./user-bulk-actions";
import type { Viewer } from "./user-drawer";
import { UserFilters } from "./user-filters";

const UserDrawer = lazy(() => import("./user-drawer").then((module) => ({ default: module.UserDrawer })));
const UserTaskDrawer = lazy(() => import("./user-task").then((module) => ({ default: module.UserTaskDrawer })));

/** Columns that stand aside until they are asked for. */
const HIDDEN = new Set(["phone", "email", "type", "lastLoginAt"]);

interface UsersScreenProps {
  filter: UserListFilter;
  /** The person whose drawer stands open, or `new`. */
  open: string | null;
  viewer: Viewer;
  /** Further commands of the top bar. */
  actions?: ReactNode;
}

/** People beside the tree of departments they are in. */
export function UsersScreen({ filter: first, open: firstOpen, viewer, actions }: UsersScreenProps) {
  const t = useTranslations("organisation.users");
  const client = useQueryClient();
  const [filter, setFilter] = useState(first);
  const [open, setOpen] = useState(firstOpen);
  const [task, setTask] = useState<UserTask | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(HIDDEN);
  const [picked, setPicked] = useState<{ keys: ReadonlySet<string>; all: boolean }>({ keys: new Set(), all: false });
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(usersQuery({ ...filter, keyword }));

  const show = (next: UserListFilter, user: string | null) => {
    setFilter(next);
    setOpen(user);
    window.history.replaceState(null, "", `${window.location.pathname}${userQueryText(next, user)}`);
  };
  const unpick = () => setPicked({ keys: new Set(), all: false });
  const handleFilter = (patch: Partial<UserListFilter>) => {
    unpick();
    show({ ...filter, page: 1, ...patch }, null);
  };
  const handleOpen = (user: Pick<UserDto, "id">) => {
    // The drawer begins with what holds now.
    client.removeQueries({ queryKey: orgKeys.user(user.id) });
    show(filter, user.id);
  };
  const columns = useUserColumns({ viewer, onOpen: handleOpen, onTask: setTask });
  const { page: _p, pageSize: _s, sort: _o, descending: _d, ...asked } = filter;
  const isFiltered = Object.entries(asked).some(([key, value]) => value !== NO_USER_FILTER[key as keyof typeof asked]);
  const closeTask = () => setTask(null);
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            {actions}
            <Button variant="primary" icon={Plus} onClick={() => show(filter, "new")}>
              {t("create")}
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        <DepartmentSide selectedId={filter.departmentId} onSelect={(departmentId) => handleFilter({ departmentId })} />
        <div className="flex min-w-0 flex-1 flex-col">
          <ListToolbar
            search={t("search")}
            keyword={filter.keyword}
            onKeyword={(text) => handleFilter({ keyword: text })}
            end={
              <>
                <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
                <ExportMenu onExport={(format) => exportUsersFile(filter, format)} />
              </>
            }
          >
            <UserFilters filter={filter} onFilter={handleFilter} />
          </ListToolbar>
          <DataTable
            label={t("title")}
            columns={columns}
            hidden={hidden}
            rowKey={(row) => row.id}
            state={query}
            page={filter.page}
            pageSize={filter.pageSize}
            onPageChange={(page) => show({ ...filter, page }, null)}
            onPageSizeChange={(pageSize) => handleFilter({ pageSize })}
            sort={{ key: filter.sort, descending: filter.descending }}
            onSortChange={({ key, descending }) => handleFilter({ sort: key as UserListFilter["sort"], descending })}
            onOpen={handleOpen}
            selection={{
              ...picked,
              onChange: (keys, all) => setPicked({ keys, all }),
              label: (row) => t("pick", { name: row.name }),
              offersAll: true,
              actions: <UserBulkActions {...picked} filter={filter} viewer={viewer} onDone={unpick} />,
            }}
            onClearFilters={isFiltered ? () => handleFilter(NO_USER_FILTER) : undefined}
            empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
          />
        </div>
      </div>
      <LazyBoundary onFailure={() => show(filter, null)}>
        {open && (
          <UserDrawer
            key={open}
            id={open === "new" ? null : open}
            departmentId={filter.departmentId}
            viewer={viewer}
            onReset={(user) => {
              show(filter, null);
              setTask({ kind: "reset", user: { ...user, bindings: [] } });
            }}
            onClose={() => show(filter, null)}
          />
        )}
      </LazyBoundary>
      <LazyBoundary onFailure={closeTask}>{task && <UserTaskDrawer task={task} onClose={closeTask} />}</LazyBoundary>
    </>
  );
}
