"use client";

import { LogIn } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { type LoginMethod, loadLoginMethods } from "@/lib/client/login";

/** The login channels that are switched on; nothing when there is none. */
export function SingleSignOn() {
  const t = useTranslations("auth.login");
  const [methods, setMethods] = useState<LoginMethod[]>([]);

  useEffect(() => {
    loadLoginMethods()
      .then((all) => setMethods(all.filter((method) => method.type !== "password" && method.url)))
      .catch(() => undefined); // the password form works without them
  }, []);

  if (methods.length === 0) return null;
  return (
    <>
      <div className="my-6 flex items-center gap-3 text-xs text-fg-3">
        <span aria-hidden className="h-px flex-1 bg-border" />
        {t("or")}
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {methods.map((method) => (
          <a key={method.type} href={method.url} className={buttonClass("default", "lg", "!justify-start text-sm")}>
            <LogIn aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
            <span className="truncate">{method.name}</span>
          </a>
        ))}
      </div>
    </>
  );
}
