import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundScreen } from "@/components/layout/not-found-screen";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("common.notFound"))("pageTitle") };
}

/** Unknown and unpermitted addresses are led here (spec 2); answered with status 404. */
export default NotFoundScreen;
