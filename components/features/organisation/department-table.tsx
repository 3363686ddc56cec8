"use client";

import {
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  Ban,
  Combine,
  FolderInput,
  Pencil,
  Plus,
  Trash2,
  Users,
} from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, useMemo } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Tree } from "@/components/common/tree/tree";
import { DraggableTreeRow, type DropPlace, TreeDrag } from "@/components/common/tree/tree-drag";
import { indexTree, pathTo, type TreeLine } from "@/components/common/tree/tree-model";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { keyedPlace, placeOf } from "@/lib/features/organisation/place";
import type { DepartmentCommand } from "./departments-screen";
import { useDepartmentCommands } from "./use-department-commands";

/** The list of people, of a department with those below it. */
const peopleOf = (departmentId: string) => `/system/user-manage/user-manage?dept=${departmentId}`;

interface DepartmentTableProps {
  departments: readonly DepartmentDto[];
  keyword: string;
  /** Commands of other areas, in each row's menu. */
  more?: readonly DepartmentCommand[];
  onEdit: (department: DepartmentDto) => void;
  onCreate: (parentId: string) => void;
  onClear: () => void;
}

/** The tree with people, state and time of each department, in columns. */
export function DepartmentTable({ departments, keyword, more, onEdit, onCreate, onClear }: DepartmentTableProps) {
  const t = useTranslations("organisation.departments");
  const when = useWhen();
  const commands = useDepartmentCommands();
  const index = useMemo(() => indexTree(departments), [departments]);
  const closed = useMemo(() => {
    const inherited = new Set<string>();
    for (const { id } of departments) {
      if (
        pathTo(index, id)
          .slice(0, -1)
          .some(({ status }) => status === "disabled")
      )
        inherited.add(id);
    }
    return inherited;
  }, [departments, index]);

  const drop = (id: string, overId: string, place: DropPlace) => {
    const goal = placeOf(index, { id, overId, place });
    if (goal) commands.place(id, goal.parentId, goal.beforeId);
  };
  /** Alt and arrows: among its siblings, out of its parent, into the one above it. */
  const handleKey = (event: KeyboardEvent, { node }: TreeLine<DepartmentDto>) => {
    if (event.key === "F2") {
      onEdit(node);
      return true;
    }
    if (event.key === "Delete" && node.parentId) {
      void commands.remove(node);
      return true;
    }
    const goal = event.altKey && keyedPlace(index, node.id, event.key);
    if (goal && !commands.isMoving) commands.place(node.id, goal.parentId, goal.beforeId);
    return Boolean(goal) || (event.altKey && event.key.startsWith("Arrow"));
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        aria-hidden
        className="flex h-9 shrink-0 items-center gap-6 border-b bg-subtle pr-6 pl-11 text-fg-3 text-sm max-md:hidden"
      >
        <span className="flex-1">{t("column.name")}</span>
        <span className="w-20 text-right">{t("column.people")}</span>
        <span className="w-24 text-right">{t("column.peopleBelow")}</span>
        <span className="w-28">{t("column.status")}</span>
        <span className="w-28">{t("column.updated")}</span>
        <span className="w-7" />
      </div>
      <TreeDrag
        canDrop={(id, overId, place) => placeOf(index, { id, overId, place }) !== null}
        onDrop={drop}
        nameOf={(id) => index.byId.get(id)?.name ?? ""}
      >
        <Tree
          label={t("title")}
          nodes={departments}
          keyword={keyword}
          rowHeight={44}
          Row={DraggableTreeRow}
          onOpen={onEdit}
          name={({ node }) => (
            <Link
              href={peopleOf(node.id)}
              prefetch={false}
              // Keys have their own ways on a line, and the line is dragged by its name too.
              tabIndex={-1}
              draggable={false}
              onClick={(event) => event.stopPropagation()}
              className="rounded-xs hover:text-primary-ink hover:underline"
            >
              {node.name}
            </Link>
          )}
          onKey={handleKey}
          className="flex-1 px-3 md:px-4"
          empty={
            <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
              {t("none")}
              <Button onClick={onClear}>{t("clearSearch")}</Button>
            </div>
          }
          end={({ node }, isActive) => (
            <Columns
              department={node}
              isClosedAbove={closed.has(node.id)}
              updated={when(node.updatedAt)}
              menu={
                <DepartmentMenu
                  department={node}
                  isActive={isActive}
                  commands={commands}
                  more={more}
                  place={(key) => {
                    const goal = keyedPlace(index, node.id, key);
                    return goal && (() => commands.place(node.id, goal.parentId, goal.beforeId));
                  }}
                  onEdit={onEdit}
                  onCreate={onCreate}
                />
              }
            />
          )}
        />
      </TreeDrag>
      <p className="shrink-0 border-t px-4 py-2 text-fg-3 text-xs max-md:hidden md:px-5">{t("keys")}</p>
    </div>
  );
}

interface ColumnsProps {
  department: DepartmentDto;
  isClosedAbove: boolean;
  updated: string;
  menu: React.ReactNode;
}

function Columns({ department, isClosedAbove, updated, menu }: ColumnsProps) {
  const t = useTranslations("organisation.departments");
  const format = useFormatter();
  const isOff = department.status === "disabled" || isClosedAbove;
  return (
    <div className="flex shrink-0 items-center gap-3 font-normal md:gap-6 text-fg-2">
      <span className="tnum w-20 text-right max-md:hidden">
        <span className="sr-only">{t("column.people")}: </span>
        {format.number(department.people)}
      </span>
      <span className="tnum text-right max-md:text-fg-3 max-md:text-xs md:w-24">
        <span className="sr-only">{t("column.peopleBelow")}: </span>
        <Link
          href={peopleOf(department.id)}
          prefetch={false}
          // A click on the count is not one on its line.
          onClick={(event) => event.stopPropagation()}
          onMouseDown={(event) => event.stopPropagation()}
          className="rounded-xs hover:text-primary-ink hover:underline"
        >
          {format.number(department.peopleBelow)}
        </Link>
      </span>
      <span className="max-md:hidden md:w-28">
        <Status tone={isOff ? "neutral" : "success"} hollow={isOff}>
          {department.status === "disabled" ? t("disabled") : isClosedAbove ? t("closedAbove") : t("enabled")}
        </Status>
      </span>
      <span className="tnum w-28 text-fg-3 max-md:hidden">{updated}</span>
      {menu}
    </div>
  );
}

interface DepartmentMenuProps {
  department: DepartmentDto;
  isActive: boolean;
  commands: ReturnType<typeof useDepartmentCommands>;
  more?: readonly DepartmentCommand[];
  place: (key: string) => (() => void) | null;
  onEdit: (department: DepartmentDto) => void;
  onCreate: (parentId: string) => void;
}

function DepartmentMenu({ department, commands, more = [], place, onEdit, onCreate }: DepartmentMenuProps) {
  const t = useTranslations("organisation.departments");
  const router = useRouter();
  const isRoot = department.parentId === null;
  const [up, down] = [place("ArrowUp"), place("ArrowDown")];
  const isOn = department.status === "enabled";
  return (
    // Clicks of the menu are not clicks of its line, and a press on it drags nothing.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps events apart, does nothing itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span onClick={(event) => event.stopPropagation()} onMouseDown={(event) => event.stopPropagation()}>
      <MoreMenu
        label={t("more", { name: department.name })}
        commands={[
          { key: "add", label: t("addBelow"), icon: Plus, onSelect: () => onCreate(department.id) },
          { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onEdit(department) },
          {
            key: "people",
            label: t("seePeople"),
            icon: Users,
            onSelect: () => router.push(peopleOf(department.id)),
          },
          ...more.map(({ onSelect, ...command }) => ({ ...command, onSelect: () => onSelect(department) })),
          ...(isRoot
            ? []
            : [
                { key: "up", label: t("up"), icon: ArrowUp, apart: true, disabled: !up, onSelect: () => up?.() },
                { key: "down", label: t("down"), icon: ArrowDown, disabled: !down, onSelect: () => down?.() },
                {
                  key: "move",
                  label: t("move.menu"),
                  icon: FolderInput,
                  onSelect: () => void commands.move(department),
                },
                {
                  key: "merge",
                  label: t("merge.menu"),
                  icon: Combine,
                  onSelect: () => void commands.merge(department),
                },
                {
                  key: "enable",
                  label: isOn ? t("disable.ok") : t("enable"),
                  icon: isOn ? Ban : ArrowRightLeft,
                  apart: true,
                  onSelect: () => void commands.enable(department).catch(() => undefined),
                },
                {
                  key: "delete",
                  label: t("delete.ok"),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => void commands.remove(department),
                },
              ]),
        ]}
      />
    </span>
  );
}
