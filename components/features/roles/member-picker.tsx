"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState } from "react";
import { SearchInput } from "@/components/common/search-input";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { useAttempt } from "@/components/form/use-attempt";
import { Avatar } from "@/components/ui/avatar";
import { Checkbox } from "@/components/ui/checkbox";
import { toast } from "@/lib/client/toast";
import type { RoleDto } from "@/lib/features/roles/dto";
import { candidatesQuery, useRoleActions } from "@/lib/features/roles/hooks";
import { MEMBERS_MAX } from "@/lib/features/roles/schema";
import { useRoleTexts } from "./use-role-texts";

/** People who do not have the role yet, found by a word; what was picked stays while the word changes. */
export function MemberPicker({ role, onClose }: { role: RoleDto; onClose: () => void }) {
  const { t, nameOf } = useRoleTexts();
  const state = useTranslations("common");
  const { changeMembers } = useRoleActions();
  const id = useId();
  const [keyword, setKeyword] = useState("");
  const { failure, attempt } = useAttempt();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery(candidatesQuery(role.id, useDeferredValue(keyword.trim())));
  const people = query.data?.items ?? [];
  const toggle = (userId: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(userId);
    else next.delete(userId);
    setChosen(next);
  };
  const handleSubmit = () =>
    attempt(async () => {
      const { added } = await changeMembers.mutateAsync({ id: role.id, add: [...chosen] });
      toast.success(t("members.added", { count: added }));
      onClose();
    });
  return (
    <DrawerFrame
      title={t("picker.title")}
      meta={nameOf(role)}
      isSaving={changeMembers.isPending}
      canSave={chosen.size > 0}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <SearchInput label={t("picker.search")} value={keyword} onChange={setKeyword} />
      <p className="flex justify-between gap-4 text-fg-3 text-xs">
        <span>{t("picker.hint")}</span>
        <span role="status" className="tnum shrink-0">
          {t("picker.chosen", { count: chosen.size })}
        </span>
      </p>
      <FormFailure error={failure} />
      <ul aria-busy={query.isFetching} className="divide-y rounded-md border">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-2.5 px-3">
            <Checkbox
              id={`${id}-${person.id}`}
              checked={chosen.has(person.id)}
              disabled={chosen.size >= MEMBERS_MAX && !chosen.has(person.id)}
              onCheckedChange={(on) => toggle(person.id, on)}
            />
            <label htmlFor={`${id}-${person.id}`} className="flex min-w-0 flex-1 items-center gap-2.5 py-2 text-sm">
              <Avatar id={person.id} name={person.name} />
              <span className="truncate">{person.name}</span>
              <span className="truncate text-fg-3 text-xs">{person.account}</span>
              <span className="ml-auto truncate text-fg-3 text-xs">{person.department}</span>
            </label>
          </li>
        ))}
        {people.length === 0 && (
          <li className="px-3 py-6 text-center text-fg-3 text-sm">
            {query.isPending ? state("state.loading") : query.isError ? state("table.failed") : t("picker.none")}
          </li>
        )}
      </ul>
    </DrawerFrame>
  );
}
