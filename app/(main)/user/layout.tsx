import type { ReactNode } from "react";
import { PersonalFrame } from "@/components/features/personal/personal-frame";
import { currentActor } from "@/lib/auth/page";

/** Frame of the personal center; each page decides about access, a guest's page redirects. */
export default async function Layout({ children }: { children: ReactNode }) {
  return (await currentActor()) ? <PersonalFrame>{children}</PersonalFrame> : children;
}
