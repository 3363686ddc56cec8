"use client";

import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { isMenuIcon } from "@/lib/config/menu-icons";
import type { MenuDto, MenuTree } from "@/lib/features/menus/dto";
import { useMenuActions } from "@/lib/features/menus/hooks";
import {
  LINK_ADDRESS_MAX,
  LINK_NAME_MAX,
  LINK_PREFIX,
  MENU_NAME_MAX,
  type MenuForm,
  type MenuPatch,
  menuForm,
  type NewMenu,
} from "@/lib/features/menus/schema";
import { IconField } from "./icon-field";
import { OwnedFacts } from "./owned-facts";

interface MenuDrawerProps {
  /** Null makes a new one. */
  entry: MenuDto | null;
  half: MenuDto["half"];
  tree: MenuTree;
  onSaved: () => void;
  onClose: () => void;
}

const TYPES = ["link", "group", "page"] as const;

/** One entry of the menu. Of the product's own only names, icon, group and visibility can be changed. */
export function MenuDrawer({ entry, half, tree, onSaved, onClose }: MenuDrawerProps) {
  const t = useTranslations("menus");
  const r = useTranslations("screens");
  const isEnglish = useLocale().startsWith("en");
  const { create, edit } = useMenuActions();
  const form = useZodForm(menuForm, startOf(entry, half, tree));
  const [type, chosenHalf] = useWatch({ control: form.control, name: ["type", "half"] });
  const isOwned = entry?.key != null;
  const standsIn = entry?.half ?? (chosenHalf === "/system" ? "console" : "workspace");
  const groups = tree.items.filter((item) => item.type === "group" && item.half === standsIn);
  const screens = tree.screens.filter((screen) => screen.half === standsIn);
  const saving = useSaveForm(form, {
    revision: entry?.revision,
    toValues: (current: Partial<MenuDto>) => startOf(entry && { ...entry, ...current }, half, tree),
    save: async (values, revision) => {
      if (entry) await edit.mutateAsync({ id: entry.id, revision, ...patchOf(values, entry) });
      else await create.mutateAsync(inputOf(values));
    },
    onSaved: () => {
      onClose();
      // After the drawer has left the address: a refresh of an address that changes meanwhile loads the whole page.
      onSaved();
    },
  });
  return (
    <FormDrawer
      title={entry ? t("form.edit") : t("form.create")}
      meta={entry ? t(`type.${entry.type}`) : undefined}
      saving={saving}
      onClose={onClose}
    >
      {!entry && (
        <>
          <SelectField
            name="type"
            label={t("form.type")}
            options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
          <SelectField
            name="half"
            label={t("form.half")}
            options={[
              { value: "/", label: t("workspace") },
              { value: "/system", label: t("console") },
            ]}
            onChange={() => {
              form.setValue("parentId", "");
              form.setValue("component", "");
            }}
          />
        </>
      )}
      <TextField name="nameZh" label={t("form.nameZh")} required maxLength={MENU_NAME_MAX} autoComplete="off" />
      <TextField name="nameEn" label={t("form.nameEn")} required maxLength={MENU_NAME_MAX} autoComplete="off" />
      {type !== "group" && (
        <SelectField
          name="parentId"
          label={t("form.parent")}
          required
          options={groups.map((group) => ({ value: group.id, label: isEnglish ? group.nameEn : group.nameZh }))}
        />
      )}
      {type === "page" && !isOwned && (
        <SelectField
          name="component"
          label={t("form.component")}
          required
          options={screens.map(({ component, path }) => ({
            value: component,
            label: `${r(component as "home")} · ${path}`,
          }))}
        />
      )}
      {type === "link" && (
        <>
          <TextField
            name="path"
            label={t("form.address")}
            hint={t("form.addressHint")}
            required
            maxLength={LINK_ADDRESS_MAX}
            inputMode="text"
            placeholder="https://"
            autoComplete="off"
          />
          <TextField
            name="linkName"
            label={`${t("form.code")} (${LINK_PREFIX}…)`}
            hint={t("form.codeHint")}
            required
            maxLength={LINK_NAME_MAX}
            autoComplete="off"
          />
        </>
      )}
      {type !== "group" && <IconField />}
      <ChoiceField
        name="hidden"
        label={t("form.hidden")}
        hint={entry?.needed ? t("hideNeeded") : undefined}
        disabled={entry?.needed}
        kind="switch"
      />
      {entry && isOwned && entry.type !== "group" && <OwnedFacts entry={entry} />}
    </FormDrawer>
  );
}

function startOf(entry: MenuDto | null, half: MenuDto["half"], tree: MenuTree): MenuForm {
  const first = tree.items.find((item) => item.type === "group" && item.half === half);
  const type = entry?.type === "group" || entry?.type === "page" ? entry.type : "link";
  return {
    type,
    nameZh: entry?.nameZh ?? "",
    nameEn: entry?.nameEn ?? "",
    icon: entry && isMenuIcon(entry.icon) ? entry.icon : entry ? "" : "link",
    hidden: entry?.hidden ?? false,
    half: (entry?.half ?? half) === "console" ? "/system" : "/",
    parentId: entry ? (entry.parentId ?? "") : (first?.id ?? ""),
    component: entry?.component ?? "",
    path: entry?.type === "link" ? (entry.path ?? "") : "",
    linkName: entry?.type === "link" ? (entry.permission ?? "").slice(LINK_PREFIX.length) : "",
  };
}

function inputOf({ type, nameZh, nameEn, icon, hidden, ...more }: MenuForm): NewMenu {
  const shared = { nameZh, nameEn, hidden };
  if (type === "group") return { type, ...shared, icon: "", path: more.half };
  if (type === "page") return { type, ...shared, icon, parentId: more.parentId, component: more.component };
  return { type, ...shared, icon, parentId: more.parentId, path: more.path, permission: LINK_PREFIX + more.linkName };
}

/** What was changed, and nothing the product owns. */
function patchOf(values: MenuForm, entry: MenuDto): MenuPatch {
  const { nameZh, nameEn, icon, hidden, parentId, component, path, linkName } = values;
  return {
    nameZh,
    nameEn,
    hidden,
    ...(entry.type === "group" ? {} : { icon, parentId }),
    ...(entry.key === null && entry.type === "page" ? { component } : {}),
    ...(entry.type === "link" ? { path, permission: LINK_PREFIX + linkName } : {}),
  };
}
