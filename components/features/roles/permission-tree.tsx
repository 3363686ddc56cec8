"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import type { Catalogue } from "@/lib/features/roles/dto";
import type { CatalogueCode } from "@/lib/permissions/catalogue";
import { useRoleTexts } from "./use-role-texts";

interface PermissionTreeProps {
  catalogue: Catalogue;
  chosen: ReadonlySet<string>;
  /** Without it the tree only shows what is chosen. */
  onChange?: (chosen: ReadonlySet<string>) => void;
  /** Codes the role has already: they stay choosable for somebody who lacks them. */
  kept?: ReadonlySet<string>;
}

interface Line {
  code: string;
  name: string;
  hint: string;
  parent: string | null;
  screens: CatalogueCode["screens"] | null;
}

interface Section {
  key: string;
  label: string;
  hint?: string;
  lines: Line[];
}

/** Every permission under its heading, with what it means and which screens it opens. */
export function PermissionTree({ catalogue, chosen, onChange, kept }: PermissionTreeProps) {
  const { t, codeName, codeHint, pick } = useRoleTexts();
  const [keyword, setKeyword] = useState("");
  const held = new Set(catalogue.held);
  const word = keyword.trim().toLowerCase();
  const fits = (line: Line) =>
    (onChange !== undefined || chosen.has(line.code)) &&
    [line.code, line.name, line.hint].some((text) => text.toLowerCase().includes(word));
  const sections: Section[] = [
    ...catalogue.groups.map(({ group, codes }) => ({
      key: group,
      label: t(`groups.${group}`),
      lines: codes.map(({ code, parent, screens }) => ({
        code,
        parent,
        screens,
        name: codeName(code),
        hint: codeHint(code),
      })),
    })),
    {
      key: "links",
      label: t("tree.links"),
      hint: t("tree.linksHint"),
      lines: catalogue.links.map((link) => ({
        code: link.code,
        name: pick(link),
        hint: link.address,
        parent: null,
        screens: null,
      })),
    },
  ];
  const shown = sections
    .map((section) => ({ ...section, lines: section.lines.filter(fits) }))
    .filter(({ lines }) => lines.length > 0);
  const isLocked = (code: string) => !held.has(code) && !kept?.has(code);
  const parents = new Map(sections.flatMap(({ lines }) => lines.map(({ code, parent }) => [code, parent])));
  const toggle = (codes: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const code of codes) {
      if (on) for (let at: string | null = code; at; at = parents.get(at) ?? null) next.add(at);
      // A code that is away takes what stands under it along.
      else for (const other of next) if (other === code || isBelow(other, code, parents)) next.delete(other);
    }
    onChange?.(next);
  };
  return (
    <div>
      <div className="sticky top-0 z-(--z-sticky) flex items-center gap-3 bg-inherit pb-2">
        <SearchInput
          label={t("tree.search")}
          value={keyword}
          onChange={setKeyword}
          soft
          className="min-w-0 flex-1 sm:max-w-70"
        />
        <span role="status" className="tnum shrink-0 text-fg-3 text-xs">
          {t("tree.chosen", { count: chosen.size })}
        </span>
      </div>
      {shown.length === 0 && <p className="py-6 text-center text-fg-3 text-sm">{t("tree.none")}</p>}
      <div className="space-y-4">
        {shown.map((section) => (
          <SectionView
            key={section.key}
            section={section}
            chosen={chosen}
            isLocked={isLocked}
            onToggle={onChange && toggle}
          />
        ))}
      </div>
    </div>
  );
}

function isBelow(code: string, above: string, parents: ReadonlyMap<string, string | null>): boolean {
  for (let at = parents.get(code); at; at = parents.get(at)) if (at === above) return true;
  return false;
}

interface SectionViewProps {
  section: Section;
  chosen: ReadonlySet<string>;
  isLocked: (code: string) => boolean;
  onToggle?: (codes: readonly string[], on: boolean) => void;
}

function SectionView({ section, chosen, isLocked, onToggle }: SectionViewProps) {
  const { t } = useRoleTexts();
  const id = useId();
  const open = section.lines.filter(({ code }) => !isLocked(code)).map(({ code }) => code);
  const count = open.filter((code) => chosen.has(code)).length;
  const isAll = open.length > 0 && count === open.length;
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-md border">
      <header className="flex min-h-9 items-center gap-2.5 border-b bg-subtle px-3 text-sm">
        {onToggle && (
          <Checkbox
            aria-label={t("tree.all", { group: section.label })}
            checked={isAll ? true : count > 0 ? "indeterminate" : false}
            disabled={open.length === 0}
            onCheckedChange={() => onToggle(open, !isAll)}
          />
        )}
        <h3 id={id} className="font-semibold">
          {section.label}
        </h3>
        {section.hint && <span className="min-w-0 truncate text-fg-3 text-xs">{section.hint}</span>}
      </header>
      <ul className="divide-y">
        {section.lines.map((line) => (
          <LineView
            key={line.code}
            line={line}
            isNested={section.lines.some(({ code }) => code === line.parent)}
            checked={chosen.has(line.code)}
            isLocked={isLocked(line.code)}
            onToggle={onToggle && ((on) => onToggle([line.code], on))}
          />
        ))}
      </ul>
    </section>
  );
}

interface LineViewProps {
  line: Line;
  isNested: boolean;
  checked: boolean;
  isLocked: boolean;
  onToggle?: (on: boolean) => void;
}

function LineView({ line, isNested, checked, isLocked, onToggle }: LineViewProps) {
  const { t } = useRoleTexts();
  const id = useId();
  return (
    <li className={cn("flex items-start gap-2.5 px-3 py-2", isNested && "pl-9")}>
      {onToggle && (
        <Checkbox
          id={id}
          aria-describedby={`${id}-hint`}
          checked={checked}
          disabled={isLocked && !checked}
          onCheckedChange={(on) => onToggle(on)}
          className="mt-1"
        />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <label htmlFor={id} className={cn("text-sm", isLocked && onToggle && "text-fg-3")}>
            {line.name}
          </label>
          <code className="break-all font-mono text-fg-3 text-xs">{line.code}</code>
        </div>
        <p id={`${id}-hint`} className="break-words text-fg-3 text-xs">
          {line.hint}
          {isLocked && onToggle && <span className="text-warning-ink"> {t("tree.notHeld")}</span>}
        </p>
        {line.screens && <Screens screens={line.screens} />}
      </div>
    </li>
  );
}

/** As many screens as fit in a line are named. */
const NAMED = 4;

function Screens({ screens }: { screens: CatalogueCode["screens"] }) {
  const { t } = useRoleTexts();
  const r = useTranslations("screens");
  if (screens.length === 0) return null;
  // Those that exist come first: they are what the code opens today.
  const sorted = [...screens.filter(({ ready }) => ready), ...screens.filter(({ ready }) => !ready)];
  const named = sorted.slice(0, NAMED);
  const planned = named.filter(({ ready }) => !ready);
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      {named
        .filter(({ ready }) => ready)
        .map(({ key }) => (
          <Badge key={key}>{r(key as "home")}</Badge>
        ))}
      {planned.length > 0 && <span className="text-fg-3 text-xs leading-5">{t("tree.planned")}</span>}
      {planned.map(({ key }) => (
        <Badge key={key} className="border border-border-strong border-dashed bg-transparent">
          {r(key as "home")}
        </Badge>
      ))}
      {sorted.length > NAMED && (
        <span className="text-fg-3 text-xs leading-5">{t("tree.more", { count: sorted.length - NAMED })}</span>
      )}
    </p>
  );
}
