"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { ownFactorQuery } from "@/lib/features/account/hooks";
import { FactorPanel } from "./factor-panel";
import { OwnSessions } from "./own-sessions";
import { PasswordForm } from "./password-form";

interface AccountDrawerProps {
  product: string;
  onClose: () => void;
}

/** Account and security, from the user menu: where one is signed in, the password, the second factor. */
export function AccountDrawer(props: AccountDrawerProps) {
  return (
    <LazyMessages areas={["account", "validation"]}>
      <Drawer {...props} />
    </LazyMessages>
  );
}

function Drawer({ product, onClose }: AccountDrawerProps) {
  const t = useTranslations("account");
  // People who sign in elsewhere have no password here.
  const isLocal = useQuery(ownFactorQuery).data?.available !== false;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")}>
        <Tabs defaultValue="sessions" className="-mt-5">
          <TabsList className="-mx-5 px-5">
            <TabsTrigger value="sessions">{t("tab.sessions")}</TabsTrigger>
            {isLocal && <TabsTrigger value="password">{t("tab.password")}</TabsTrigger>}
            <TabsTrigger value="factor">{t("tab.factor")}</TabsTrigger>
          </TabsList>
          <TabsContent value="sessions" className="pt-5">
            <OwnSessions />
          </TabsContent>
          <TabsContent value="password" className="pt-5">
            <PasswordForm />
          </TabsContent>
          <TabsContent value="factor" className="pt-5">
            <FactorPanel product={product} />
          </TabsContent>
        </Tabs>
      </SheetContent>
    </Sheet>
  );
}
