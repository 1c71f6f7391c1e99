"""`rulehound adapter check`: an adapter tried message by message, and told what to mend."""

from rulehound.checker.suite.adapter_check.examining import examine
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark, Report

__all__ = ["Judged", "Remark", "Report", "examine"]
