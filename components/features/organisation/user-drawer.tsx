"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { ACCOUNT_MAX, EMAIL_MAX, USER_NAME_MAX } from "@/lib/config/constants";
import type { UserDetail } from "@/lib/features/organisation/dto";
import { userDetailQuery, useUserActions } from "@/lib/features/organisation/hooks";
import { PHONE_MAX } from "@/lib/features/organisation/schema";
import { userForm } from "@/lib/features/organisation/user-form";
import { CodeDrawer } from "./code-drawer";
import { DepartmentField } from "./department-field";
import { PasswordFields } from "./password-fields";
import { phoneText } from "./phone-text";
import { RoleField } from "./role-field";
import { UserBindings } from "./user-bindings";
import { UserHead, UserLimits } from "./user-parts";

export interface Viewer {
  id: string;
  isAdministrator: boolean;
  /** May look at money budgets, which stand in the gateway. */
  seesBudgets: boolean;
}

interface UserDrawerProps {
  /** Null makes a new one. */
  id: string | null;
  departmentId: string | null;
  viewer: Viewer;
  onReset: (user: UserDetail) => void;
  onClose: () => void;
}

/** A person of the organisation: who they are, what they may do, how they come in. */
export function UserDrawer({ id, ...rest }: UserDrawerProps) {
  return id === null ? <UserForm user={null} {...rest} /> : <LoadedUser id={id} {...rest} />;
}

function LoadedUser({ id, ...rest }: UserDrawerProps & { id: string }) {
  const t = useTranslations("organisation.users");
  const query = useQuery(userDetailQuery(id));
  // A form over fresh values: those of the visit before may be old.
  if (query.data && !query.isFetching) return <UserForm key={id} user={query.data} {...rest} />;
  if (query.data && !query.isStale) return <UserForm key={id} user={query.data} {...rest} />;
  return (
    <LoadingDrawer
      title={t("edit")}
      isError={query.isError}
      gone={t("gone")}
      onRetry={() => void query.refetch()}
      onClose={rest.onClose}
    />
  );
}

/** What people edit of a person, as a stale save is answered with it. */
interface Edited extends Pick<UserDetail, "name" | "phone" | "email" | "status"> {
  departmentId: string | null;
  roleIds: string[];
}

interface UserFormProps extends Omit<UserDrawerProps, "id"> {
  user: UserDetail | null;
}

function UserForm({ user: given, departmentId, viewer, onReset, onClose }: UserFormProps) {
  const t = useTranslations("organisation.users");
  const { create, edit } = useUserActions();
  // What was opened stays: a list that is read anew meanwhile takes nothing typed away.
  const [user] = useState(given);
  const [made, setMade] = useState<{ account: string; name: string; code: string } | null>(null);
  const opened = user && {
    ...user,
    departmentId: user.department?.id ?? null,
    roleIds: user.roles.map(({ id }) => id),
  };
  const fixed = { account: user?.account ?? "", way: "code" as const, password: "", mustChangePassword: true };
  const toValues = (edited: Edited | null) => ({
    ...fixed,
    name: edited?.name ?? "",
    departmentId: edited?.departmentId ?? departmentId ?? "",
    roleIds: edited?.roleIds ?? [],
    phone: phoneText(edited?.phone ?? null),
    email: edited?.email ?? "",
    enabled: edited?.status !== "disabled",
  });
  const form = useZodForm(userForm, toValues(opened));
  const { isDirty, dirtyFields } = form.formState;
  const saving = useSaveForm(form, {
    revision: user?.revision,
    toValues,
    save: async ({ account, enabled, way, password, mustChangePassword, ...values }, revision) => {
      const status = enabled ? ("enabled" as const) : ("disabled" as const);
      if (user) {
        const changed = Object.fromEntries(Object.entries(values).filter(([key]) => key in dirtyFields)) as Partial<
          typeof values
        >;
        const state = dirtyFields.enabled && { status };
        await edit.mutateAsync({ id: user.id, revision, ...changed, ...state });
        return;
      }
      const body = { account, status, ...values, ...(way === "password" && { password, mustChangePassword }) };
      const { code } = await create.mutateAsync(body);
      if (!code) return;
      setMade({ account, name: values.name, code });
      return false;
    },
    onSaved: onClose,
  });
  if (made) return <CodeDrawer {...made} onClose={onClose} />;
  const isSelf = user?.id === viewer.id;
  const isOutOfReach = user?.isStronger === true;
  return (
    <FormDrawer
      title={user ? t("edit") : t("create")}
      canSave={!isOutOfReach && (user === null || isDirty)}
      saving={saving}
      onClose={onClose}
    >
      {user && <UserHead user={user} />}
      {isOutOfReach && <p className="rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm">{t("stronger")}</p>}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name="account"
          label={t("field.account")}
          hint={t("field.accountHint")}
          required={!user}
          disabled={user !== null}
          maxLength={ACCOUNT_MAX}
          autoComplete="off"
        />
        <TextField name="name" label={t("field.name")} required maxLength={USER_NAME_MAX} autoComplete="off" />
      </div>
      <DepartmentField name="departmentId" label={t("field.department")} required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="phone" label={t("field.phone")} maxLength={PHONE_MAX} inputMode="tel" autoComplete="off" />
        <TextField name="email" label={t("field.email")} maxLength={EMAIL_MAX} inputMode="email" autoComplete="off" />
      </div>
      <RoleField
        name="roleIds"
        label={t("field.roles")}
        hint={user && !viewer.isAdministrator ? t("field.rolesHint") : undefined}
        required
        held={user?.roles.map((role) => role.id) ?? []}
        mayTake={viewer.isAdministrator || user === null}
      />
      <UserLimits used={user?.limits ?? null} />
      {user ? (
        <>
          {user.type === "local" && (
            <section className="flex items-center justify-between gap-4">
              <div>
                <h3 className="text-sm">{t("reset.section")}</h3>
                <p className="text-fg-3 text-xs">{user.isAwaiting ? t("reset.awaiting") : t("reset.sectionHint")}</p>
              </div>
              <Button icon={KeyRound} disabled={isOutOfReach} onClick={() => onReset(user)}>
                {t("reset.title")}
              </Button>
            </section>
          )}
          <UserBindings user={given ?? user} mayChange={!isOutOfReach} />
        </>
      ) : (
        <PasswordFields label={t("field.firstLogin")} />
      )}
      <ChoiceField
        kind="switch"
        name="enabled"
        label={t("field.enabled")}
        hint={isSelf ? t("field.ownStatus") : t("field.enabledHint")}
        disabled={isSelf || isOutOfReach}
      />
    </FormDrawer>
  );
}
