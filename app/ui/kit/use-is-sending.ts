import { useNavigation } from "react-router";

/** Whether a form with this intent is being sent, or its answer read. */
export const useIsSending = (intent: string): boolean => useNavigation().formData?.get("intent") === intent;
