"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { Mark } from "@/components/common/mark";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { storeLocale } from "@/lib/client/locale";
import { refetchSelf, startUpQuery } from "@/lib/client/start-up";
import { STORED, writeStored } from "@/lib/client/stored";
import { productLocale } from "@/lib/i18n/locales";
import type { ShellProduct } from "./navigation";

interface StartUpProps {
  /** The codes the page was rendered with. */
  permissions: readonly string[];
  product: ShellProduct;
}

/**
 * spec 4: loads self info, language and configuration once and covers the page until they are there. Afterwards asks for
 * self info every minute and on focus; changed permissions render the page anew.
 */
export function StartUp({ permissions, product }: StartUpProps) {
  const t = useTranslations("nav.startUp");
  const c = useTranslations("common.action");
  const router = useRouter();
  const locale = productLocale(useLocale());
  const first = useQuery(startUpQuery);
  const self = useQuery({ ...refetchSelf, enabled: first.isSuccess, initialData: first.data?.self });
  const codes = self.data?.permission;
  const language = first.data?.language;

  useEffect(() => {
    if (!codes) return;
    writeStored(STORED.permissions, JSON.stringify(codes));
    const same = codes.length === permissions.length && codes.every((code) => permissions.includes(code));
    if (!same) router.refresh();
  }, [codes, permissions, router]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the account's language counts once, later choices are the page's
  useEffect(() => {
    if (!language || language === locale) return;
    storeLocale(language);
    router.refresh();
  }, [language]);

  if (first.isSuccess) return null;
  return (
    <div className="late fixed inset-0 z-(--z-boot) grid place-items-center bg-canvas p-6">
      {first.isError ? (
        <div role="alert" className="flex flex-col items-center gap-3 text-center">
          <Mark size={40} iconUrl={product.iconUrl} />
          <h2 className="text-xl font-semibold">{t("failed")}</h2>
          <p className="max-w-105 text-base text-fg-3">{t("failedHint")}</p>
          <Button variant="primary" loading={first.isFetching} onClick={() => first.refetch()}>
            {c("retry")}
          </Button>
        </div>
      ) : (
        <div role="status" className="flex flex-col items-center gap-4 text-sm text-fg-3">
          <Mark size={40} iconUrl={product.iconUrl} />
          <span className="flex items-center gap-2">
            <Spinner />
            {t("loading")}
          </span>
        </div>
      )}
    </div>
  );
}
