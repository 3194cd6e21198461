/** The reference wallet page of Wallet Cloud Services. */
import { render } from "preact";
import { Start } from "./Start.js";
import "./styles.css";

render(<Start />, document.getElementById("app")!);
