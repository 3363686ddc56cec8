"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useField } from "@/components/form/use-field";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ChannelRoleChoice } from "@/lib/features/login-channels/dto";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { useLocalName } from "./channel-name";

interface RolesChoiceProps {
  name: FieldPath<ChannelForm>;
  label: string;
  hint?: string;
  roles: readonly ChannelRoleChoice[];
}

/** Roles as tags. Those with codes the person lacks are shown and cannot be chosen. */
export function RolesChoice({ name, label, hint, roles }: RolesChoiceProps) {
  const t = useTranslations("loginChannels.roles");
  const nameOf = useLocalName().role;
  const show = (value: unknown) => {
    const role = roles.find(({ id: roleId }) => roleId === value);
    return role ? nameOf(role) : "";
  };
  const { id, field, error, aria } = useField<ChannelForm>({ name, hint, label, show });
  const chosen = field.value as string[];
  const toggle = (roleId: string) =>
    field.onChange(chosen.includes(roleId) ? chosen.filter((each) => each !== roleId) : [...chosen, roleId]);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-1.5 rounded-sm border bg-background px-1.5 py-1 pointer-coarse:min-h-11",
          error ? "border-danger" : "border-input",
        )}
      >
        {roles
          .filter((role) => chosen.includes(role.id))
          .map((role) => (
            <Badge key={role.id} className="min-h-6">
              {nameOf(role)}
              <button
                type="button"
                aria-label={t("remove", { name: nameOf(role) })}
                onClick={() => toggle(role.id)}
                className="-mr-1 grid size-6 place-items-center rounded-xs hover:text-fg"
              >
                <X aria-hidden size={12} />
              </button>
            </Badge>
          ))}
        <Popover onOpenChange={(open) => !open && field.onBlur()}>
          <PopoverTrigger asChild>
            <button
              ref={field.ref}
              type="button"
              id={id}
              aria-label={`${label}: ${t("add")}`}
              {...aria}
              className="inline-flex h-6 items-center gap-1 rounded-xs px-1.5 text-fg-3 text-sm hover:bg-subtle hover:text-fg pointer-coarse:h-9"
            >
              <Plus aria-hidden size={13} />
              {t("add")}
            </button>
          </PopoverTrigger>
          <PopoverContent align="start" aria-label={label} className="w-72 p-2">
            <RoleList roles={roles} chosen={chosen} onToggle={toggle} />
          </PopoverContent>
        </Popover>
      </div>
    </Field>
  );
}

interface RoleListProps {
  roles: readonly ChannelRoleChoice[];
  chosen: readonly string[];
  onToggle: (roleId: string) => void;
}

function RoleList({ roles, chosen, onToggle }: RoleListProps) {
  const t = useTranslations("loginChannels.roles");
  const nameOf = useLocalName().role;
  const id = useId();
  const [keyword, setKeyword] = useState("");
  const word = keyword.trim().toLowerCase();
  const shown = roles.filter((role) => nameOf(role).toLowerCase().includes(word));
  return (
    <>
      <Input
        soft
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={120}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        className="mb-1 w-full"
      />
      <div className="max-h-64 overflow-y-auto">
        {shown.map((role) => {
          const isChosen = chosen.includes(role.id);
          const isLocked = !isChosen && !role.isGrantable;
          return (
            <div key={role.id} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
              <Checkbox
                id={`${id}-${role.id}`}
                checked={isChosen}
                disabled={isLocked}
                onCheckedChange={() => onToggle(role.id)}
              />
              <label
                htmlFor={`${id}-${role.id}`}
                className={cn("min-w-0 flex-1 truncate text-sm", isLocked && "text-fg-3")}
              >
                {nameOf(role)}
              </label>
              {isLocked && <span className="text-fg-3 text-xs">{t("notYours")}</span>}
            </div>
          );
        })}
        {shown.length === 0 && <p className="px-1 py-2 text-fg-3 text-sm">{t("none")}</p>}
      </div>
    </>
  );
}
