"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useDeferredValue, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import type { UserDto } from "@/lib/features/organisation/dto";
import { usersAddress } from "@/lib/features/organisation/filter";
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
  /** The list as the address asks; `open` is the person whose drawer stands open, or `new`. */
  first: typeof usersAddress.plain;
  viewer: Viewer;
  /** Further commands of the top bar. */
  actions?: ReactNode;
}

/** People beside the tree of departments they are in. */
export function UsersScreen({ first, viewer, actions }: UsersScreenProps) {
  const t = useTranslations("organisation.users");
  const client = useQueryClient();
  const [{ open, ...filter }, change] = useAddressState(first, usersAddress.query);
  const [task, setTask] = useState<UserTask | null>(null);
  const [picked, setPicked] = useState<{ keys: ReadonlySet<string>; all: boolean }>({ keys: new Set(), all: false });
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(usersQuery({ ...filter, keyword }));

  const show = (user: string | null) => change({ open: user });
  const unpick = () => setPicked({ keys: new Set(), all: false });
  const handleFilter = (patch: Partial<UserListFilter>) => {
    unpick();
    change({ page: 1, open: null, ...patch });
  };
  const handleOpen = (user: Pick<UserDto, "id">) => {
    // The drawer begins with what holds now.
    client.removeQueries({ queryKey: orgKeys.user(user.id) });
    show(user.id);
  };
  const columns = useUserColumns({
    viewer,
    onOpen: handleOpen,
    onTask: setTask,
    onDepartment: (departmentId) => handleFilter({ departmentId }),
  });
  const { hidden, choice } = useHiddenColumns(columns, HIDDEN);
  const closeTask = () => setTask(null);
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            {actions}
            <CreateButton label={t("create")} onCreate={() => show("new")} />
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
                {choice}
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
            {...pagedList(usersAddress, filter, handleFilter)}
            onPageChange={(page) => change({ page, open: null })}
            onOpen={handleOpen}
            selection={{
              ...picked,
              onChange: (keys, all) => setPicked({ keys, all }),
              label: (row) => t("pick", { name: row.name }),
              offersAll: true,
              actions: <UserBulkActions {...picked} filter={filter} viewer={viewer} onDone={unpick} />,
            }}
            empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
          />
        </div>
      </div>
      <LazyBoundary onFailure={() => show(null)}>
        {open && (
          <UserDrawer
            key={open}
            id={open === "new" ? null : open}
            departmentId={filter.departmentId}
            viewer={viewer}
            onReset={(user) => {
              show(null);
              setTask({ kind: "reset", user: { ...user, bindings: [] } });
            }}
            onClose={() => show(null)}
          />
        )}
      </LazyBoundary>
      <LazyBoundary onFailure={closeTask}>{task && <UserTaskDrawer task={task} onClose={closeTask} />}</LazyBoundary>
    </>
  );
}
