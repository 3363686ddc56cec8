"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type FieldProps, useField } from "@/components/form/use-field";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { RoleChoice } from "@/lib/features/organisation/dto";
import { roleChoicesQuery } from "@/lib/features/organisation/hooks";
import { roleName } from "./role-name";

interface RoleFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Roles the person holds already: who is no administrator cannot take them away. */
  held: readonly string[];
  /** The acting person may take roles away. */
  mayTake: boolean;
}

/** Roles as tags, added and removed from a list. */
export function RoleField<Values extends FieldValues>({ name, label, hint, held, mayTake }: RoleFieldProps<Values>) {
  const t = useTranslations("organisation.users");
  const locale = useLocale();
  const { data: roles = [] } = useQuery(roleChoicesQuery);
  const show = (value: unknown) => {
    const role = roles.find(({ id: roleId }) => roleId === value);
    return role ? roleName(role, locale) : "";
  };
  const { id, field, error, aria } = useField<Values>({ name, hint, label, show });
  const [keyword, setKeyword] = useState("");
  const chosen: string[] = field.value ?? [];
  const isFixed = (roleId: string) => !mayTake && held.includes(roleId);
  const set = (next: string[]) => field.onChange(next);
  const word = keyword.trim().toLowerCase();
  const shown = roles.filter((role) => roleName(role, locale).toLowerCase().includes(word));
  const toggle = (role: RoleChoice) =>
    set(chosen.includes(role.id) ? chosen.filter((each) => each !== role.id) : [...chosen, role.id]);
  return (
    <Field id={id} label={label} hint={hint} error={error} required>
      <div
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-1.5 rounded-sm border bg-background px-1.5 py-1 pointer-coarse:min-h-11",
          error ? "border-danger" : "border-input",
        )}
      >
        {roles
          .filter((role) => chosen.includes(role.id))
          .map((role) => (
            <Badge key={role.id} tone={role.isAdministrator ? "primary" : "neutral"} className="min-h-6">
              {roleName(role, locale)}
              {!isFixed(role.id) && (
                <button
                  type="button"
                  aria-label={t("removeRole", { name: roleName(role, locale) })}
                  onClick={() => toggle(role)}
                  className="-mr-1 grid size-6 place-items-center rounded-xs hover:text-fg"
                >
                  <X aria-hidden size={12} />
                </button>
              )}
            </Badge>
          ))}
        <Popover onOpenChange={(open) => !open && field.onBlur()}>
          <PopoverTrigger asChild>
            <button
              ref={field.ref}
              type="button"
              id={id}
              aria-label={`${label}: ${t("addRole")}`}
              {...aria}
              className="inline-flex h-6 items-center gap-1 rounded-xs px-1.5 text-fg-3 text-sm hover:bg-subtle hover:text-fg"
            >
              <Plus aria-hidden size={13} />
              {t("addRole")}
            </button>
          </PopoverTrigger>
          <PopoverContent align="start" aria-label={label} className="w-72 p-2">
            <Input
              soft
              type="search"
              aria-label={t("searchRole")}
              placeholder={t("searchRole")}
              maxLength={120}
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
              className="mb-1 w-full"
            />
            <div className="max-h-64 overflow-y-auto">
              {shown.map((role) => {
                const isChosen = chosen.includes(role.id);
                const isLocked = isChosen ? isFixed(role.id) : !role.isGrantable;
                return (
                  <div key={role.id} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
                    <Checkbox
                      id={`${id}-${role.id}`}
                      checked={isChosen}
                      disabled={isLocked}
                      onCheckedChange={() => toggle(role)}
                    />
                    <label
                      htmlFor={`${id}-${role.id}`}
                      className={cn("min-w-0 flex-1 truncate text-sm", isLocked && "text-fg-3")}
                    >
                      {roleName(role, locale)}
                    </label>
                    {isLocked && !isChosen && <span className="text-fg-3 text-xs">{t("notYours")}</span>}
                  </div>
                );
              })}
              {shown.length === 0 && <p className="px-1 py-2 text-fg-3 text-sm">{t("noRole")}</p>}
            </div>
          </PopoverContent>
        </Popover>
      </div>
    </Field>
  );
}
