"""ElectrumX without its delay of up to a second before small responses."""

import sys

from electrumx.cli.electrumx_server import main
from electrumx.server.transport import PaddedRSTransport

PaddedRSTransport.WAIT_FOR_BUFFER_GROWTH_SECONDS = 0.0
sys.exit(main())
