"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { PopoverContent } from "@/components/ui/popover";
import { secretsQuery } from "@/lib/features/apps/secrets-hooks";
import { KNOWN_NAMES } from "@/lib/features/apps/variables";
import type { NodeType } from "@/lib/features/apps/workflow/graph";
import type { OutputType } from "@/lib/features/apps/workflow/outputs";
import { availableAt } from "@/lib/features/apps/workflow/references";
import { SECRET } from "@/lib/features/apps/workflow/values";
import { useFlow } from "../flow-context";
import { KindTile } from "../kind-tile";
import { useTitle } from "../use-canvas-parts";
import { useNodeForm } from "./node-form";

interface Value {
  reference: string;
  /** Whose it is, and what it is called there. */
  owner: string;
  name: string;
  type: OutputType;
  kind: NodeType | typeof SECRET | null;
}

/** What a field can name: what nodes before gave, and what is known of the run. */
function useValues(field: string): Value[] {
  const t = useTranslations("apps-flow");
  const { store, appId } = useFlow();
  const titleOf = useTitle();
  const { node, path } = useNodeForm();
  const secrets = useQuery({ ...secretsQuery(appId), enabled: node.type === "http" }).data?.items;
  return useMemo(() => {
    const given = availableAt(store.root(), path, node.id, field).flatMap(({ node: from, outputs }) => {
      const labels = new Map(
        from.type === "start" ? from.data.variables.map(({ name, label }): [string, string] => [name, label]) : [],
      );
      return outputs.map(
        ({ name, type }): Value => ({
          reference: `${from.id}.${name}`,
          owner: titleOf(from),
          name: labels.get(name) || name,
          type,
          kind: from.type,
        }),
      );
    });
    const known = KNOWN_NAMES.map(
      (name): Value => ({
        reference: name,
        owner: t("values.run"),
        name: t(`values.known.${name.replace(".", "_") as "today"}`),
        type: "text",
        kind: null,
      }),
    );
    const kept = (secrets ?? []).map(
      ({ name }): Value => ({
        reference: `${SECRET}.${name}`,
        owner: t("secrets.one"),
        name,
        type: "text",
        kind: SECRET,
      }),
    );
    return [...given, ...known, ...kept];
  }, [store, titleOf, node, path, field, secrets, t]);
}

interface ValueMenuProps {
  field: string;
  onPick: (reference: string) => void;
  onClose: () => void;
}

/** The list of values, found by a word; arrows and Enter pick one. */
export function ValueMenu({ field, onPick, onClose }: ValueMenuProps) {
  const t = useTranslations("apps-flow.values");
  const types = useTranslations("apps-flow.types");
  const id = useId();
  const values = useValues(field);
  const [keyword, setKeyword] = useState("");
  const [active, setActive] = useState(0);
  const word = keyword.trim().toLowerCase();
  const found = values.filter(
    ({ reference, owner, name }) => word === "" || `${reference} ${owner} ${name}`.toLowerCase().includes(word),
  );
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <PopoverContent
      align="end"
      aria-label={t("label")}
      className="w-80 max-w-[calc(100vw-16px)] p-1.5"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Input
        role="combobox"
        aria-label={t("find")}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? optionId(active) : undefined}
        icon={Search}
        placeholder={t("find")}
        maxLength={100}
        autoComplete="off"
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            const next = Math.max(0, Math.min(found.length - 1, active + step));
            setActive(next);
            document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
          } else if (event.key === "Enter") {
            event.preventDefault();
            if (found[active]) onPick(found[active].reference);
          }
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t("label")} className="mt-1 max-h-64 overflow-y-auto">
        {found.map(({ reference, owner, name, type, kind }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          <div
            key={reference}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(reference);
            }}
            onPointerMove={() => setActive(index)}
            className={cn(
              "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-1.5 text-sm pointer-coarse:min-h-11",
              index === active && "bg-muted",
            )}
          >
            {kind === SECRET ? (
              <span aria-hidden className="grid size-5 shrink-0 place-items-center rounded-sm bg-muted text-fg-2">
                <KeyRound size={12} />
              </span>
            ) : kind ? (
              <KindTile type={kind} />
            ) : (
              <span aria-hidden className="size-5 shrink-0 rounded-sm bg-muted" />
            )}
            <span className="min-w-0 shrink truncate text-fg-2">{owner}</span>
            <span aria-hidden className="text-fg-4">
              /
            </span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="shrink-0 text-fg-3 text-xs">{types(type)}</span>
          </div>
        ))}
        {found.length === 0 && <p className="px-2 py-1.5 text-fg-3 text-sm">{t("none")}</p>}
      </div>
    </PopoverContent>
  );
}
