import type { ReactNode } from "react";
import { DialogHost } from "@/components/common/dialog-host";
import { Toaster } from "@/components/common/toaster";
import { ClientMessages } from "@/components/layout/messages";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages areas={["auth", "validation"]}>
      {children}
      <Toaster />
      <DialogHost />
    </ClientMessages>
  );
}
