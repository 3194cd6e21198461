/** The error of a request about the account. */
import { isWalletError } from "@wallet-cloud/client";
import { messageOf } from "../messages.js";
import { sessionEnded } from "../state.js";
import { Problem } from "./forms.js";

/** Returns true if the server did not accept a password or a code. */
export const isIncorrect = (error: unknown): boolean => isWalletError(error) && error.code === "invalid_credentials";

export function AccountProblem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  // A session of an earlier version of this page lacks the permission.
  const isOld = isWalletError(error) && error.code === "insufficient_permission";
  return (
    <Problem text={isOld ? "Sign in again to see and change the account." : messageOf(error)}>
      {isOld && <button onClick={() => (sessionEnded.value = true)}>Sign in again</button>}
    </Problem>
  );
}
