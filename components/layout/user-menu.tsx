"use client";

import {
  CircleHelp,
  CircleUserRound,
  Info,
  Keyboard,
  Languages,
  LogOut,
  PanelLeft,
  Settings,
  Shield,
  ShieldCheck,
  Sun,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { ColorScheme } from "@/lib/client/color-scheme";
import { openDocument } from "@/lib/client/documents";
import { logout } from "@/lib/client/logout";
import { useColorScheme } from "@/lib/client/use-color-scheme";
import { useLocaleSwitch } from "@/lib/client/use-locale-switch";
import { isLocale, type Locale } from "@/lib/i18n/locales";
import { matchRoute } from "@/lib/permissions/navigation";
import { CommandKey } from "./command-key";
import { openLayer } from "./shell-state";

interface UserMenuProps {
  trigger: ReactElement;
  permissions: readonly string[];
  onToggleMenu?: () => void;
}

/** Languages are named in themselves, whatever the language of the page. */
const LANGUAGES: readonly (readonly [Locale, string])[] = [
  ["zh_CN", "简体中文"],
  ["en_US", "English"],
];
const SCHEMES: readonly ColorScheme[] = ["light", "dark", "system"];

/** spec 2: the user menu, opened as soon as it is there. */
export function UserMenu({ trigger, permissions, onToggleMenu }: UserMenuProps) {
  const t = useTranslations("nav.userMenu");
  const n = useTranslations("nav");
  const { locale, switchTo } = useLocaleSwitch();
  const [scheme, setScheme] = useColorScheme();
  const hasPersonalCentre = matchRoute("/user/info")?.ready && permissions.includes("USER");

  return (
    <DropdownMenu defaultOpen modal={false}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-64">
        {hasPersonalCentre && (
          <DropdownMenuItem asChild>
            <Link href="/user/info">
              <CircleUserRound aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />
              {t("personalCentre")}
            </Link>
          </DropdownMenuItem>
        )}
        {hasPersonalCentre ? (
          <DropdownMenuItem asChild>
            <Link href="/user/info#security">
              <ShieldCheck aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />
              {t("account")}
            </Link>
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem icon={ShieldCheck} onSelect={() => openLayer("account")}>
            {t("account")}
          </DropdownMenuItem>
        )}
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={Languages} trailing={LANGUAGES.find(([code]) => code === locale)?.[1]}>
            {t("language")}
          </DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={locale} onValueChange={(value) => isLocale(value) && switchTo(value)}>
              {LANGUAGES.map(([code, name]) => (
                <DropdownMenuRadioItem key={code} value={code}>
                  {name}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={Sun} trailing={t(scheme)}>
            {t("theme")}
          </DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={scheme} onValueChange={(value) => setScheme(value as ColorScheme)}>
              {SCHEMES.map((name) => (
                <DropdownMenuRadioItem key={name} value={name}>
                  {t(name)}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        {onToggleMenu && (
          <DropdownMenuItem icon={PanelLeft} trailing={<CommandKey letter="B" />} onSelect={onToggleMenu}>
            {t("toggleMenu")}
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        {permissions.includes("SYSTEM") && (
          <DropdownMenuItem asChild>
            <Link href="/system">
              <Settings aria-hidden size={15} strokeWidth={1.75} className="text-fg-3" />
              {t("systemSettings")}
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={CircleHelp} onSelect={() => openDocument("help")}>
          {t("help")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={Keyboard} trailing="?" onSelect={() => openLayer("shortcuts")}>
          {n("shortcuts.title")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={Shield} onSelect={() => openDocument("privacy")}>
          {t("privacy")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={Info} onSelect={() => openLayer("about")}>
          {t("about")}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={LogOut} onSelect={logout}>
          {t("logout")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
